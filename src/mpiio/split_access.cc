// Split collectives (section 14.4.5): a begin starts the access, its end waits for it. The data
// moves meanwhile.
#include "mpiio/access.h"
#include "mpiio/calls.h"
#include "mpiio/shared_pointer.h"

namespace strait::mpiio {
namespace {

using enum Partners;
using enum Pointer;

Done begin(const char* function, OpenFile& file, const Access& access) {
  {
    const std::lock_guard lock(file.mutex);
    if (file.split)
      return failure(MPI_ERR_IO, "{} has begun and not ended: one split collective at a time",
                     file.split->function);
  }
  STRAIT_ASSIGN(const Prepared prepared, prepare(file, access));
  SplitAccess split{.function = function, .operation = {}, .memory = prepared.datatype};
  if (prepared.memory.size > 0) split.operation = start(file, access.direction, prepared);
  split.operation.detach();
  const std::lock_guard lock(file.mutex);
  file.split = std::move(split);
  return {};
}

Done end(std::string_view begun_by, OpenFile& file, MPI_Status* status) {
  std::optional<SplitAccess> split;
  {
    const std::lock_guard lock(file.mutex);
    if (!file.split || file.split->function != begun_by)
      return failure(MPI_ERR_IO, "{} has not been called", begun_by);
    split.swap(file.split);
  }
  const Result<client::Transfer> moved = split->operation.wait();
  set_count(status, moved ? moved->count : 0);
  if (!moved) return moved.error();
  return {};
}

Done begin_ordered(const char* function, OpenFile& file, Access access) {
  STRAIT_TRY(place_in_order(file, access));
  return begin(function, file, access);
}

}  // namespace

Done read_at_all_begin(OpenFile& file, MPI_Offset offset, void* buffer, MPI_Count count,
                       MPI_Datatype type) {
  return begin("MPI_File_read_at_all_begin", file,
               {Direction::read, collective, offset, buffer, count, type});
}

Done read_at_all_end(OpenFile& file, void*, MPI_Status* status) {
  return end("MPI_File_read_at_all_begin", file, status);
}

Done write_at_all_begin(OpenFile& file, MPI_Offset offset, const void* buffer, MPI_Count count,
                        MPI_Datatype type) {
  return begin("MPI_File_write_at_all_begin", file,
               {Direction::write, collective, offset, const_cast<void*>(buffer), count, type});
}

Done write_at_all_end(OpenFile& file, const void*, MPI_Status* status) {
  return end("MPI_File_write_at_all_begin", file, status);
}

Done read_all_begin(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type) {
  return begin("MPI_File_read_all_begin", file,
               {Direction::read, collective, std::nullopt, buffer, count, type});
}

Done read_all_end(OpenFile& file, void*, MPI_Status* status) {
  return end("MPI_File_read_all_begin", file, status);
}

Done write_all_begin(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type) {
  return begin(
      "MPI_File_write_all_begin", file,
      {Direction::write, collective, std::nullopt, const_cast<void*>(buffer), count, type});
}

Done write_all_end(OpenFile& file, const void*, MPI_Status* status) {
  return end("MPI_File_write_all_begin", file, status);
}

Done read_ordered_begin(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type) {
  return begin_ordered("MPI_File_read_ordered_begin", file,
                       {Direction::read, collective, std::nullopt, buffer, count, type, shared});
}

Done read_ordered_end(OpenFile& file, void*, MPI_Status* status) {
  return end("MPI_File_read_ordered_begin", file, status);
}

Done write_ordered_begin(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type) {
  return begin_ordered(
      "MPI_File_write_ordered_begin", file,
      {Direction::write, collective, std::nullopt, const_cast<void*>(buffer), count, type, shared});
}

Done write_ordered_end(OpenFile& file, const void*, MPI_Status* status) {
  return end("MPI_File_write_ordered_begin", file, status);
}

}  // namespace strait::mpiio
