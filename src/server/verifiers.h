// The two numbers by which a client learns what it may have lost: `process` changes with each start
// of the server and after a failed write-back (what was only received is gone), `host` with each
// start of the machine (what was written and not committed may be gone). Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>

namespace strait::server {

class Verifiers {
 public:
  Verifiers(std::uint64_t process, std::uint64_t host) : process_(process), host_(host) {}

  std::uint64_t process() const { return process_.load(); }
  std::uint64_t host() const { return host_; }
  // An acknowledged write was lost.
  void change_process() { ++process_; }

 private:
  std::atomic<std::uint64_t> process_;
  const std::uint64_t host_;
};

}  // namespace strait::server
