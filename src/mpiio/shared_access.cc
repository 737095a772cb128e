// Access at the shared file pointer (section 14.4.4): one request to the server, which moves the
// pointer and the data. A nonblocking one moves the pointer before it returns: what another rank
// does after a barrier comes behind it. Ordered access: the ranks add up what they move, one of
// them moves the pointer past all of it, and each goes to its place.
#include "mpiio/access.h"
#include "mpiio/calls.h"
#include "mpiio/request.h"
#include "mpiio/shared_pointer.h"

namespace strait::mpiio {
namespace {

using enum Partners;
using enum Pointer;

// Written from, never to.
void* readable(const void* buffer) { return const_cast<void*>(buffer); }

Done transfer_ordered(OpenFile& file, Access access, MPI_Status* status) {
  STRAIT_TRY(place_in_order(file, access));
  return transfer(file, access, status);
}

}  // namespace

Done read_shared(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type,
                 MPI_Status* status) {
  return transfer(file, {Direction::read, independent, std::nullopt, buffer, count, type, shared},
                  status);
}

Done write_shared(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type,
                  MPI_Status* status) {
  return transfer(
      file, {Direction::write, independent, std::nullopt, readable(buffer), count, type, shared},
      status);
}

Done iread_shared(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type,
                  MPI_Request* request) {
  return start_request(
      "MPI_File_iread_shared", file,
      {Direction::read, independent, std::nullopt, buffer, count, type, shared, true}, request);
}

Done iwrite_shared(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type,
                   MPI_Request* request) {
  return start_request(
      "MPI_File_iwrite_shared", file,
      {Direction::write, independent, std::nullopt, readable(buffer), count, type, shared, true},
      request);
}

Done read_ordered(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type,
                  MPI_Status* status) {
  return transfer_ordered(
      file, {Direction::read, collective, std::nullopt, buffer, count, type, shared}, status);
}

Done write_ordered(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type,
                   MPI_Status* status) {
  return transfer_ordered(
      file, {Direction::write, collective, std::nullopt, readable(buffer), count, type, shared},
      status);
}

}  // namespace strait::mpiio
