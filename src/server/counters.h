// What the server counts about itself; named in the text exposition as `strait_server_...`.
#pragma once

#include <array>

#include "metrics/counter.h"
#include "rpc/server/traffic.h"
#include "wire/operation.h"

namespace strait::server {

struct Counters {
  // By the operation's number; the last one counts what we do not know.
  static constexpr std::size_t kOperations = 64;
  std::array<metrics::Counter, kOperations> requests;
  metrics::Counter requests_failed;
  metrics::Counter requests_replayed;  // answered from the reply cache
  metrics::Counter payload_received;   // bytes
  metrics::Counter payload_sent;       // bytes
  metrics::Counter write_backs_failed;
  rpc::Traffic traffic;

  void count(wire::Operation operation) {
    const auto number = static_cast<std::size_t>(operation);
    requests[number < kOperations - 1 ? number : kOperations - 1].add();
  }
};

}  // namespace strait::server
