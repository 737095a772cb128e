// The one process-wide object: the clients of this process, made when the first remote file is
// opened, and ended when MPI is (an attribute of MPI_COMM_SELF, section 11.2.4). A program that
// never opens a remote file never has one. Any thread.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "base/log.h"
#include "client/client.h"
#include "config/layers.h"
#include "mpiio/failure.h"

namespace strait::mpiio {

class Process {
 public:
  static Process& instance();

  // Files whose hints agree share a client, and with it their connections.
  std::shared_ptr<client::Client> client_for(const config::Options& options);

  // From the hints of a call to the options in force. Errors: MPI_ERR_INFO_VALUE.
  Answer<config::Settings> settings(const config::HintSet& info) const;
  // On standard output, as ROMIO does where $ROMIO_PRINT_HINTS asks for it.
  void print_if_wanted(const config::HintSet& hints) const;
  Log& log() { return *log_; }

 private:
  struct Shared {
    client::ClientOptions options;
    std::shared_ptr<client::Client> client;
  };

  Process();
  void end_with_mpi();
  static int finalized(MPI_Comm, int, void*, void*);
  static void forked() noexcept;

  const std::unique_ptr<Log> log_;
  const config::HintSet hint_file_;
  std::mutex mutex_;
  std::vector<Shared> clients_;  // guarded by mutex_
};

}  // namespace strait::mpiio
