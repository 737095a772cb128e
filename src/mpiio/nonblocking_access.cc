// The eight nonblocking functions: each names its access, and request.cc starts it.
#include "mpiio/access.h"
#include "mpiio/calls.h"
#include "mpiio/request.h"

namespace strait::mpiio {
namespace {

using enum Partners;

// Written from, never to.
void* readable(const void* buffer) { return const_cast<void*>(buffer); }

}  // namespace

Done iread_at(OpenFile& file, MPI_Offset offset, void* buffer, MPI_Count count, MPI_Datatype type,
              MPI_Request* request) {
  return start_request("MPI_File_iread_at", file,
                       {Direction::read, independent, offset, buffer, count, type}, request);
}

Done iread_at_all(OpenFile& file, MPI_Offset offset, void* buffer, MPI_Count count,
                  MPI_Datatype type, MPI_Request* request) {
  return start_request("MPI_File_iread_at_all", file,
                       {Direction::read, collective, offset, buffer, count, type}, request);
}

Done iwrite_at(OpenFile& file, MPI_Offset offset, const void* buffer, MPI_Count count,
               MPI_Datatype type, MPI_Request* request) {
  return start_request("MPI_File_iwrite_at", file,
                       {Direction::write, independent, offset, readable(buffer), count, type},
                       request);
}

Done iwrite_at_all(OpenFile& file, MPI_Offset offset, const void* buffer, MPI_Count count,
                   MPI_Datatype type, MPI_Request* request) {
  return start_request("MPI_File_iwrite_at_all", file,
                       {Direction::write, collective, offset, readable(buffer), count, type},
                       request);
}

Done iread(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type, MPI_Request* request) {
  return start_request("MPI_File_iread", file,
                       {Direction::read, independent, std::nullopt, buffer, count, type}, request);
}

Done iread_all(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type,
               MPI_Request* request) {
  return start_request("MPI_File_iread_all", file,
                       {Direction::read, collective, std::nullopt, buffer, count, type}, request);
}

Done iwrite(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type,
            MPI_Request* request) {
  return start_request("MPI_File_iwrite", file,
                       {Direction::write, independent, std::nullopt, readable(buffer), count, type},
                       request);
}

Done iwrite_all(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type,
                MPI_Request* request) {
  return start_request("MPI_File_iwrite_all", file,
                       {Direction::write, collective, std::nullopt, readable(buffer), count, type},
                       request);
}

}  // namespace strait::mpiio
