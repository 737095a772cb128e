#include "mpiio/shared_pointer.h"

#include "mpiio/agreement.h"
#include "mpiio/calls.h"

namespace strait::mpiio {
namespace {

// The name of the pointer that comes after this one: every rank finds the same. What is counted on
// is random, and the server's part of the name stays.
wire::Id following(wire::Id instance) {
  for (std::size_t at = instance.size(); at-- > sizeof(std::uint64_t);) {
    instance[at] = static_cast<std::byte>(std::to_integer<unsigned>(instance[at]) + 1);
    if (instance[at] != std::byte{0}) break;
  }
  return instance;
}

// Where a rank wants the pointer to be, found out by one for all.
Answer<std::int64_t> target_of(OpenFile& file, MPI_Offset offset, int whence) {
  std::int64_t from = 0;
  if (whence == MPI_SEEK_CUR) {
    STRAIT_ASSIGN(const std::uint64_t here,
                  file.remote.move(file.shared_pointer, 0, file.call_hints()));
    from = static_cast<std::int64_t>(here);
  } else if (whence == MPI_SEEK_END) {
    STRAIT_ASSIGN(const wire::Attributes attributes, file.remote.attributes(file.call_hints()));
    const std::lock_guard lock(file.mutex);
    STRAIT_ASSIGN(from, file.view.etypes_below(attributes.size));
  } else if (whence != MPI_SEEK_SET) {
    return failure(MPI_ERR_ARG, "{} is none of MPI_SEEK_SET, MPI_SEEK_CUR, MPI_SEEK_END", whence);
  }
  const auto target = checked_add(from, static_cast<std::int64_t>(offset));
  if (!target || *target < 0)
    return failure(MPI_ERR_ARG, "a position before the beginning of the view or beyond any file");
  return *target;
}

}  // namespace

Done place_in_order(OpenFile& file, Access& access) {
  const Answer<std::int64_t> etypes = etypes_of(file, access);
  const std::int64_t mine = etypes ? *etypes : 0;
  std::int64_t before = 0;
  STRAIT_TRY(
      checked(PMPI_Exscan(&mine, &before, 1, MPI_INT64_T, MPI_SUM, file.comm), "MPI_Exscan"));
  if (file.rank == 0) before = 0;  // MPI leaves it undefined
  STRAIT_ASSIGN(const std::int64_t first,
                ask_number_once(
                    file.comm, file.rank,
                    [&]() -> Answer<std::int64_t> {
                      STRAIT_ASSIGN(
                          const std::uint64_t here,
                          file.remote.move(file.shared_pointer, before + mine, file.call_hints()));
                      return static_cast<std::int64_t>(here);
                    },
                    file.ranks - 1));
  if (!etypes) return etypes.error();
  access.offset = first + before;
  return {};
}

Done move_shared_pointer(OpenFile& file, std::int64_t etypes) {
  const std::shared_ptr<client::SharedPointer> old = file.shared_pointer;
  {
    const std::lock_guard lock(file.mutex);
    file.shared_pointer = std::make_shared<client::SharedPointer>(
        following(old->instance), static_cast<std::uint64_t>(etypes));
  }
  if (old->made_here) STRAIT_TRY(file.remote.drop(old, file.call_hints()));
  return {};
}

Done drop_shared_pointer(OpenFile& file) {
  if (file.shared_pointer->made_here)
    STRAIT_TRY(file.remote.drop(file.shared_pointer, file.call_hints()));
  return {};
}

Answer<std::int64_t> shared_position(OpenFile& file) {
  STRAIT_TRY(agree(file.comm, {}));
  return ask_number_once(file.comm, file.rank, [&]() -> Answer<std::int64_t> {
    return target_of(file, 0, MPI_SEEK_CUR);
  });
}

Done seek_shared(OpenFile& file, MPI_Offset offset, int whence) {
  if (file.sequential())
    return failure(MPI_ERR_UNSUPPORTED_OPERATION, "the file was opened with MPI_MODE_SEQUENTIAL");
  // Whatever the ranks have done at the pointer has happened by then.
  STRAIT_TRY(agree(file.comm, {}));
  STRAIT_ASSIGN(const std::int64_t target, ask_number_once(file.comm, file.rank, [&] {
                  return target_of(file, offset, whence);
                }));
  return move_shared_pointer(file, target);
}

Done get_position_shared(OpenFile& file, MPI_Offset* offset) {
  if (file.sequential())
    return failure(MPI_ERR_UNSUPPORTED_OPERATION, "the file was opened with MPI_MODE_SEQUENTIAL");
  STRAIT_ASSIGN(const std::uint64_t here,
                file.remote.move(file.shared_pointer, 0, file.call_hints()));
  *offset = static_cast<MPI_Offset>(here);
  return {};
}

}  // namespace strait::mpiio
