// Moves bytes between a Core and a Connection until one of them has enough. Never blocks.
//
// Owned by whoever drives the Core, and used under the same lock. An Error ends the connection:
// close it, and tell the core by disconnected().
#pragma once

#include <array>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "rpc/client/core.h"
#include "transport/connection.h"

namespace strait::rpc {

class Pump {
 public:
  // Sends what the core wants sent, as far as it goes. True: the connection takes no more now.
  Result<bool> out(Core& core, transport::Connection& connection, Instant now);

  // Receives what is there, at most a few MiB a call, so that its caller can look after others.
  // True: there may be more.
  Result<bool> in(Core& core, transport::Connection& connection, Instant now);

 private:
  static constexpr std::size_t kGather = 64;  // buffers a send
  static constexpr std::size_t kScatter = 8;  // buffers a receive

  // Members, because clearing them for each call would be a good part of a short one.
  std::array<ConstBytes, kGather> gather_;
  std::array<MutableBytes, kScatter> scatter_;
};

}  // namespace strait::rpc
