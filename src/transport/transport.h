// One way for bytes to travel: makes connections and accepts them. tcp/, unix/ and loopback/
// implement it; one contract suite (transport_contract_test.cc) holds all three to the same words.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "transport/connection.h"

namespace strait::transport {

// Accepts connections until it is closed or destroyed.
class Listener {
 public:
  using Accepted = std::function<void(std::unique_ptr<Connection>)>;

  virtual ~Listener() = default;
  // Calls `accepted` on the executor for each new connection. When descriptors run out it pauses
  // and goes on by itself. Called once.
  virtual void start(Accepted accepted) = 0;
  virtual void close() noexcept = 0;
  // Where clients reach it, with the port that was really taken: "127.0.0.1:7420",
  // "unix:/run/strait".
  virtual std::string address() const = 0;
};

class Transport {
 public:
  virtual ~Transport() = default;
  // Blocks until connected or the deadline passes. Tries all addresses of a name. Errors:
  // unavailable (retry: later), not_found (no such host), timed_out, invalid_argument (not an
  // address of this transport).
  virtual Result<std::unique_ptr<Connection>> connect(std::string_view address,
                                                      Instant deadline) = 0;
  virtual Result<std::unique_ptr<Listener>> listen(std::string_view address) = 0;
};

}  // namespace strait::transport
