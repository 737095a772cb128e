// The replies of one connection on their way out: frames in, bytes to the socket, as much as it
// takes. Knows whether the peer still takes any.
//
// Used by the thread that works for the connection; nothing blocks.
#pragma once

#include <array>
#include <cstdint>

#include "base/result.h"
#include "rpc/server/buffer_pool.h"
#include "rpc/server/service.h"
#include "transport/connection.h"
#include "wire/frame_writer.h"

namespace strait::rpc {

class ReplyQueue {
 public:
  explicit ReplyQueue(transport::Connection& connection) : connection_(connection) {}

  void negotiate(const Agreement& agreement) {
    writer_.negotiate(agreement.peer, agreement.checksums);
  }

  // Queues a piece of the reply to `request`; the first `piece.payload` bytes of `payload` go with
  // it. A reply that the peer cannot take becomes a small one that says so.
  void push(const wire::FrameHeader& request, Piece piece, Buffer payload);
  // Tells the peer that its request is still being worked on.
  void push_sign_of_life(const wire::FrameHeader& request);

  // Sends what can be sent. True: everything has gone, or the socket is full (`blocked`).
  Status send();
  bool blocked() const { return blocked_; }
  void writable() { blocked_ = false; }

  bool empty() const { return writer_.empty(); }
  // Whether buffers of the pool wait to be taken by the peer, and how many have been.
  bool holds_buffers() const { return buffers_queued_ != buffers_released_; }
  std::uint64_t buffers_released() const { return buffers_released_; }
  std::uint64_t queued_bytes() const { return writer_.queued_bytes(); }
  std::uint64_t sent_bytes() const { return sent_bytes_; }
  void clear() { writer_.clear(); }

 private:
  static constexpr std::size_t kSpansSent = 32;  // of memory, in one call

  transport::Connection& connection_;
  std::uint64_t buffers_queued_ = 0;
  std::uint64_t buffers_released_ = 0;  // counted by those in writer_
  wire::FrameWriter writer_;
  std::array<ConstBytes, kSpansSent> list_;  // what `send` hands out; kept, not cleared each time
  bool blocked_ = false;
  std::uint64_t sent_bytes_ = 0;
};

}  // namespace strait::rpc
