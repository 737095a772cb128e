// How long a peer may keep the server waiting, as a pure policy: it is shown the connection at each
// tick and says when enough is enough. Progress is one byte, so that a slow link is no fault; only
// a peer that keeps others from their memory has to be quicker.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rpc/server/limits.h"

namespace strait::rpc {

class Patience {
 public:
  struct View {
    bool greeted = false;
    bool awaiting_bytes = false;  // of a frame that has begun
    std::uint64_t received = 0;   // bytes, ever
    bool awaiting_room = false;   // in the socket, for replies
    std::uint64_t sent = 0;       // bytes, ever
    bool holds_chunk = false;     // a buffer that the peer is to fill
    std::uint64_t chunk = 0;      // which one, counted
    bool holds_reply = false;     // buffers that the peer is to take
    std::uint64_t taken = 0;      // of them, ever
    bool under_pressure = false;  // others wait for memory
  };

  // Every kTick. A reason: end the connection, saying so.
  std::optional<std::string_view> tick(const View& now) {
    if (now.greeted) {
      hello_ticks_ = 0;
    } else if (++hello_ticks_ * kTick >= kHelloTime) {
      return "no HELLO came in time";
    }
    const bool receiving = now.received != last_.received;
    const bool sending = now.sent != last_.sent;
    const bool same_chunk = now.holds_chunk && last_.holds_chunk && now.chunk == last_.chunk;
    const bool same_reply = now.holds_reply && last_.holds_reply && now.taken == last_.taken;
    receive_ticks_ = now.awaiting_bytes && !receiving ? receive_ticks_ + 1 : 0;
    send_ticks_ = now.awaiting_room && !sending ? send_ticks_ + 1 : 0;
    chunk_ticks_ = same_chunk && now.under_pressure ? chunk_ticks_ + 1 : 0;
    reply_ticks_ = same_reply && now.under_pressure ? reply_ticks_ + 1 : 0;
    last_ = now;
    if (receive_ticks_ * kTick >= kStallTime) return "the peer stopped in the middle of a message";
    if (send_ticks_ * kTick >= kStallTime) return "the peer does not take its replies";
    if (std::max(chunk_ticks_, reply_ticks_) * kTick >= kPressureTime) {
      return "the peer is too slow while others wait for memory";
    }
    return std::nullopt;
  }

 private:
  View last_;
  std::uint32_t hello_ticks_ = 0;
  std::uint32_t receive_ticks_ = 0;
  std::uint32_t send_ticks_ = 0;
  std::uint32_t chunk_ticks_ = 0;
  std::uint32_t reply_ticks_ = 0;
};

}  // namespace strait::rpc
