#include "mpiio/access.h"

namespace strait::mpiio {
namespace {

Done check(const OpenFile& file, const Access& access) {
  if (access.count < 0) return failure(MPI_ERR_COUNT, "a negative count: {}", access.count);
  if (access.datatype == MPI_DATATYPE_NULL) return failure(MPI_ERR_TYPE, "the datatype is null");
  if (access.offset && *access.offset < 0)
    return failure(MPI_ERR_ARG, "a negative offset: {}", *access.offset);
  if (access.direction == Direction::read && !file.readable())
    return failure(MPI_ERR_ACCESS, "the file was opened for writing only");
  if (access.direction == Direction::write && !file.writable())
    return failure(MPI_ERR_READ_ONLY, "the file was opened for reading only");
  if (file.sequential())
    return failure(
        MPI_ERR_UNSUPPORTED_OPERATION,
        "the file was opened with MPI_MODE_SEQUENTIAL: only shared file pointers move it");
  return {};
}

client::Memory memory_of(const Access& access, const layout::Type& type) {
  const auto count = static_cast<std::uint64_t>(access.count);
  if (type.is_contiguous()) return client::Memory::dense(access.buffer, count * type.size());
  return client::Memory::typed(access.buffer, type, count);
}

// A read that met the end of the file leaves the individual file pointer behind the last etype that
// it read from.
void step_back(OpenFile& file, std::uint64_t bytes) {
  const std::lock_guard lock(file.mutex);
  file.position -= static_cast<std::int64_t>(bytes / file.view.etype_size());
}

}  // namespace

Answer<Prepared> prepare(OpenFile& file, const Access& access) {
  STRAIT_TRY(check(file, access));
  Prepared prepared;
  STRAIT_ASSIGN(prepared.datatype, Datatype::find(access.datatype, file.comm));
  const layout::Type& type = prepared.datatype->type();
  const auto bytes = checked_mul(static_cast<std::uint64_t>(access.count), type.size());
  if (!bytes || *bytes > kFileOffsetMax)
    return failure(MPI_ERR_COUNT, "{} elements of {} bytes are more than a file can have",
                   access.count, type.size());

  const std::lock_guard lock(file.mutex);
  if (*bytes % file.view.etype_size() != 0)
    return failure(MPI_ERR_IO, "{} bytes are not a whole number of etypes of {} bytes", *bytes,
                   file.view.etype_size());
  const std::int64_t offset = access.offset ? *access.offset : file.position;
  const auto length = static_cast<std::int64_t>(*bytes / file.view.etype_size());
  const auto end = checked_add(offset, length);
  const auto end_bytes =
      end ? checked_mul(static_cast<std::uint64_t>(*end), file.view.etype_size()) : std::nullopt;
  if (!end_bytes || *end_bytes > kFileOffsetMax)
    return failure(MPI_ERR_ARG, "offset {} is beyond what a file can have", offset);
  if (*bytes > 0 && *end_bytes > file.view.stream_max())
    return failure(MPI_ERR_ARG,
                   "the view's tiles overlap: only the {} bytes of its first are usable",
                   file.view.stream_max());

  const bool collective = access.partners == Partners::collective;
  prepared.region = file.view.region(static_cast<std::uint64_t>(offset), *bytes, collective);
  prepared.memory = memory_of(access, type);
  prepared.hints = collective ? file.collective_hints() : file.call_hints();
  prepared.flags = file.flags;
  if (!access.offset) file.position = *end;
  return prepared;
}

client::Operation start(const OpenFile& file, Direction direction, const Prepared& prepared) {
  return direction == Direction::read ? file.remote.start_read(prepared.region, prepared.memory,
                                                               prepared.hints, prepared.flags)
                                      : file.remote.start_write(prepared.region, prepared.memory,
                                                                prepared.hints, prepared.flags);
}

Done transfer(OpenFile& file, const Access& access, MPI_Status* status) {
  STRAIT_ASSIGN(const Prepared prepared, prepare(file, access));
  const std::uint64_t asked = prepared.memory.size;
  if (asked == 0) {
    set_count(status, 0);
    return {};
  }
  const Result<client::Transfer> moved =
      access.direction == Direction::read
          ? file.remote.read(prepared.region, prepared.memory, prepared.hints, prepared.flags)
          : file.remote.write(prepared.region, prepared.memory, prepared.hints, prepared.flags);
  const std::uint64_t count = moved ? moved->count : 0;
  if (count < asked && !access.offset) step_back(file, asked - count);
  set_count(status, count);
  if (!moved) return moved.error();
  return {};
}

void set_count(MPI_Status* status, std::uint64_t bytes) {
  if (status == MPI_STATUS_IGNORE) return;
  PMPI_Status_set_elements_x(status, MPI_BYTE, static_cast<MPI_Count>(bytes));
  PMPI_Status_set_cancelled(status, 0);
}

}  // namespace strait::mpiio
