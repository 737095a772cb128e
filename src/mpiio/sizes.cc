#include "mpiio/agreement.h"
#include "mpiio/calls.h"
#include "mpiio/request.h"

namespace strait::mpiio {
namespace {

// One rank asks the server for all, after what every rank has written.
Done change_size(OpenFile& file, MPI_Offset size, bool allocate) {
  Done mine = wait_for_requests(file);
  if (mine && size < 0) mine = failure(MPI_ERR_ARG, "a negative size: {}", size);
  if (mine && !file.writable())
    mine = failure(MPI_ERR_READ_ONLY, "the file was opened for reading only");
  STRAIT_TRY(agree(file.comm, std::move(mine)));
  return do_once(file.comm, file.rank, [&]() -> Done {
    const auto bytes = static_cast<std::uint64_t>(size);
    STRAIT_TRY(allocate ? file.remote.allocate(bytes, file.call_hints())
                        : file.remote.resize(bytes, file.call_hints()));
    return {};
  });
}

}  // namespace

Done set_size(OpenFile& file, MPI_Offset size) { return change_size(file, size, false); }

Done preallocate(OpenFile& file, MPI_Offset size) { return change_size(file, size, true); }

Done get_size(OpenFile& file, MPI_Offset* size) {
  STRAIT_ASSIGN(const wire::Attributes attributes, file.remote.attributes(file.call_hints()));
  *size = static_cast<MPI_Offset>(attributes.size);
  return {};
}

// Each rank makes its own writes last: only its client knows whether the server's host was started
// again under them.
Done sync(OpenFile& file) {
  Done mine = wait_for_requests(file);
  if (file.remote.commit_matters()) {
    Status committed = file.remote.commit(wire::Durability::committed, file.call_hints());
    if (mine && !committed) mine = Done(committed.error());
  }
  return agree(file.comm, std::move(mine));
}

}  // namespace strait::mpiio
