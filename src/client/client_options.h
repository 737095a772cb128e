// What can be set for a client; config/ has the table that names these for users.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "base/clock.h"
#include "rpc/client/core_options.h"

namespace strait::client {

using rpc::Checksums;
using rpc::Voice;

struct ClientOptions {
  Duration timeout = std::chrono::seconds(60);  // without progress (strait_timeout)
  std::uint32_t window_requests = 64;           // in flight on one connection
  std::uint64_t window_bytes = 64ULL << 20;     // payload in flight on one connection
  std::uint64_t request_size = 4ULL << 20;      // large accesses are cut into requests of this size
  Checksums checksums = Checksums::automatic;   // automatic: where the medium may damage bytes
  std::string software = "strait";              // for the server's log
  Voice voice;                                  // who warns of a lost server; empty: each client
};

}  // namespace strait::client
