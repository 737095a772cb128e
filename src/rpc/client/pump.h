// Moves bytes between a Core and a Connection until one of them has enough. Never blocks.
//
// Owned by whoever drives the Core, and used under the same lock. An Error ends the connection:
// close it, and tell the core by disconnected().
#pragma once

#include <array>
#include <mutex>

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

  // For the only answer that is due: waits for it in the call that receives it, for a moment and
  // without the lock. While that is let go, bytes may be sent, but nobody else receives.
  Result<bool> in_soon(Core& core, transport::Connection& connection,
                       std::unique_lock<std::mutex>& lock, const Clock& clock);

 private:
  static Result<bool> take(Core& core, const Result<std::size_t>& moved,
                           std::span<const MutableBytes> buffers, Instant now);

  static constexpr std::size_t kGather = 64;  // buffers a send
  static constexpr std::size_t kScatter = 8;  // buffers a receive

  // Members, because clearing them for each call would be a good part of a short one.
  std::array<ConstBytes, kGather> gather_;
  std::array<MutableBytes, kScatter> scatter_;
};

}  // namespace strait::rpc
