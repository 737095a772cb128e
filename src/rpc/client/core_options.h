// What can be set for one client's connection to one server. Constant while it lasts.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "wire/heads.h"

namespace strait::rpc {

// Asked with the server's name when a connection is lost that calls wait for: whether this process
// is to warn of it, of all that may have lost theirs at the same moment. Null: another does. What
// is not null is kept until the server is there again.
using Voice = std::function<std::shared_ptr<void>(const std::string& server)>;

// automatic: where the medium may damage bytes.
enum class Checksums : std::uint8_t { automatic, on, off };

struct CoreOptions {
  Duration timeout = std::chrono::seconds(60);  // of a call, without progress
  std::uint32_t window_requests = 64;           // in flight
  std::uint64_t window_bytes = 64ULL << 20;     // of payload in flight, either way
  Checksums checksums = Checksums::automatic;
  wire::Id client{};  // random, for the life of the process
  std::string software = "strait";
  std::string server;  // for messages: "host:7420"
  Voice voice;         // empty: each warns for itself
};

}  // namespace strait::rpc
