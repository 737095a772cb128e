// The one process-wide object: the clients of this process, made when the first remote file is
// opened, and ended when MPI is (an attribute of MPI_COMM_SELF, section 11.2.4). A program that
// never opens a remote file never has one. Any thread.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>
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
  // About a file, the first that it is true of: a program may open thousands with the same hints.
  void warn_once(const std::string& sentence, const std::string& url);

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
  // Guarded by mutex_.
  std::vector<Shared> clients_;
  std::set<std::string> warned_;
};

}  // namespace strait::mpiio
