// One open of one file by one process: what an MPI_File of ours leads to. Made and destroyed
// collectively (open_close.cc).
//
// Threads: what is constant after opening may be read by any; the mutex guards the rest. It is held
// for bookkeeping only, never while data moves, except for a moment in set_view.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "client/client.h"
#include "client/shared_pointer.h"
#include "config/hint_set.h"
#include "mpiio/error_handler.h"
#include "mpiio/file_view.h"

namespace strait::mpiio {

// A split collective between its begin and its end; MPI allows one at a time.
struct SplitAccess {
  std::string function;  // of its begin: "MPI_File_read_all_begin"
  client::Operation operation;
  std::shared_ptr<const Datatype> memory;
};

class OpenFile {
 public:
  OpenFile(MPI_Comm communicator, int my_rank, int all_ranks, int access_mode,
           std::shared_ptr<client::Client> its_client, client::File file)
      : comm(communicator),
        rank(my_rank),
        ranks(all_ranks),
        amode(access_mode),
        client(std::move(its_client)),
        remote(std::move(file)) {}

  bool readable() const { return (amode & MPI_MODE_WRONLY) == 0; }
  bool writable() const { return (amode & MPI_MODE_RDONLY) == 0; }
  bool sequential() const { return (amode & MPI_MODE_SEQUENTIAL) != 0; }
  std::string url() const { return remote.name().url(); }

  client::CallHints call_hints() const;
  client::CallHints collective_hints();

  // Constant while the file is open.
  const MPI_Comm comm;  // our own duplicate; it returns errors
  const int rank;
  const int ranks;
  const int amode;
  const std::shared_ptr<client::Client> client;
  const client::File remote;
  MPI_File handle = MPI_FILE_NULL;  // set as soon as there is one

  std::mutex mutex;
  // Guarded by mutex.
  ErrorHandler error_handler = ErrorHandler::inherited();
  config::HintSet hints;  // in force, as MPI_File_get_info tells them
  client::AccessFlags flags;
  FileView view;
  std::int64_t position = 0;  // the individual file pointer, in etypes of the view
  std::shared_ptr<client::SharedPointer> shared_pointer;
  std::uint64_t collective_number = 0;       // of the last collective access
  std::vector<client::Operation> in_flight;  // of requests
  std::optional<SplitAccess> split;
  std::optional<Failure> deferred;  // of a nonblocking operation that nobody has heard of
};

}  // namespace strait::mpiio
