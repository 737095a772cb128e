// The eight blocking functions: each names its access, and access.cc does it.
#include "mpiio/access.h"
#include "mpiio/calls.h"

namespace strait::mpiio {
namespace {

using enum Partners;

// Written from, never to.
void* readable(const void* buffer) { return const_cast<void*>(buffer); }

}  // namespace

Done read_at(OpenFile& file, MPI_Offset offset, void* buffer, MPI_Count count, MPI_Datatype type,
             MPI_Status* status) {
  return transfer(file, {Direction::read, independent, offset, buffer, count, type}, status);
}

Done read_at_all(OpenFile& file, MPI_Offset offset, void* buffer, MPI_Count count,
                 MPI_Datatype type, MPI_Status* status) {
  return transfer(file, {Direction::read, collective, offset, buffer, count, type}, status);
}

Done write_at(OpenFile& file, MPI_Offset offset, const void* buffer, MPI_Count count,
              MPI_Datatype type, MPI_Status* status) {
  return transfer(file, {Direction::write, independent, offset, readable(buffer), count, type},
                  status);
}

Done write_at_all(OpenFile& file, MPI_Offset offset, const void* buffer, MPI_Count count,
                  MPI_Datatype type, MPI_Status* status) {
  return transfer(file, {Direction::write, collective, offset, readable(buffer), count, type},
                  status);
}

Done read(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type, MPI_Status* status) {
  return transfer(file, {Direction::read, independent, std::nullopt, buffer, count, type}, status);
}

Done read_all(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type,
              MPI_Status* status) {
  return transfer(file, {Direction::read, collective, std::nullopt, buffer, count, type}, status);
}

Done write(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type,
           MPI_Status* status) {
  return transfer(
      file, {Direction::write, independent, std::nullopt, readable(buffer), count, type}, status);
}

Done write_all(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type,
               MPI_Status* status) {
  return transfer(file, {Direction::write, collective, std::nullopt, readable(buffer), count, type},
                  status);
}

}  // namespace strait::mpiio
