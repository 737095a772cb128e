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
  if (file.sequential() && access.pointer != Pointer::shared)
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

// What an access moves, and how its memory looks.
struct Amount {
  std::shared_ptr<const Datatype> datatype;
  std::uint64_t bytes = 0;
  std::int64_t etypes = 0;
};

Answer<Amount> amount_of(OpenFile& file, const Access& access) {
  STRAIT_TRY(check(file, access));
  Amount amount;
  STRAIT_ASSIGN(amount.datatype, Datatype::find(access.datatype, file.comm));
  const std::uint64_t size = amount.datatype->type().size();
  const auto bytes = checked_mul(static_cast<std::uint64_t>(access.count), size);
  if (!bytes || *bytes > kFileOffsetMax)
    return failure(MPI_ERR_COUNT, "{} elements of {} bytes are more than a file can have",
                   access.count, size);
  const std::lock_guard lock(file.mutex);
  if (*bytes % file.view.etype_size() != 0)
    return failure(MPI_ERR_IO, "{} bytes are not a whole number of etypes of {} bytes", *bytes,
                   file.view.etype_size());
  amount.bytes = *bytes;
  amount.etypes = static_cast<std::int64_t>(*bytes / file.view.etype_size());
  return amount;
}

// The first etype behind an access at that offset. The caller holds the mutex.
Answer<std::int64_t> end_of(const OpenFile& file, std::int64_t offset, const Amount& amount) {
  const auto end = checked_add(offset, amount.etypes);
  const auto end_bytes =
      end ? checked_mul(static_cast<std::uint64_t>(*end), file.view.etype_size()) : std::nullopt;
  if (!end_bytes || *end_bytes > kFileOffsetMax)
    return failure(MPI_ERR_ARG, "offset {} is beyond what a file can have", offset);
  if (amount.bytes > 0 && *end_bytes > file.view.stream_max())
    return failure(MPI_ERR_ARG,
                   "the view's tiles overlap: only the {} bytes of its first are usable",
                   file.view.stream_max());
  return *end;
}

}  // namespace

Answer<std::int64_t> etypes_of(OpenFile& file, const Access& access) {
  STRAIT_ASSIGN(const Amount amount, amount_of(file, access));
  return amount.etypes;
}

Answer<Prepared> prepare(OpenFile& file, Access access) {
  STRAIT_ASSIGN(const Amount amount, amount_of(file, access));
  // Where only a part of the view is usable, it matters to know beforehand where the access goes.
  const bool partly_usable = file.view.stream_max() < kFileOffsetMax;
  if (access.at_shared_pointer() && (partly_usable || access.moves_pointer_first)) {
    STRAIT_ASSIGN(const std::uint64_t here,
                  file.remote.move(file.shared_pointer, amount.etypes, file.call_hints()));
    access.offset = static_cast<MPI_Offset>(here);
  }
  Prepared prepared;
  prepared.datatype = amount.datatype;
  prepared.memory = memory_of(access, amount.datatype->type());

  const std::lock_guard lock(file.mutex);
  const bool collective = access.partners == Partners::collective;
  if (access.at_shared_pointer()) {
    prepared.region = file.view.region_at(file.shared_pointer, amount.bytes);
  } else {
    const std::int64_t offset = access.offset ? *access.offset : file.position;
    STRAIT_ASSIGN(const std::int64_t end, end_of(file, offset, amount));
    prepared.region =
        file.view.region(static_cast<std::uint64_t>(offset), amount.bytes, collective);
    if (!access.offset) file.position = end;
  }
  prepared.hints = collective ? file.collective_hints() : file.call_hints();
  prepared.flags = file.flags;
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
  if (count < asked && !access.offset && !access.at_shared_pointer())
    step_back(file, asked - count);
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
