// The receiving end of a connection, without the receiving: says where the next bytes are to go,
// takes note of what arrived, and tells what it means. A sans-I/O state machine for both ends.
//
// Small frames are received many at a time into a read-ahead buffer. A payload goes straight into
// memory that the consumer places when it has seen the frame's head, but for the first bytes that
// the read-ahead buffer had caught already. Without placed memory nothing more is received, which
// is how a consumer slows its peer down.
//
//   for (;;) switch (reader.next()) {
//     case Event::need_bytes:   n = connection.receive(list.first(reader.buffers(list)));
//                               reader.advance(n); break;
//     case Event::head:         look at header() and body(); place(memory) or discard(); break;
//     case Event::need_memory:  place(more) or discard(); break;
//     case Event::complete:     the whole frame is here and intact; break;
//     case Event::failed:       end the connection, saying error(); return;
//   }
//
// After each step `verified()` tells how much of the payload has arrived intact, so that it can be
// put to use before the rest is there. Not thread-safe; nothing blocks.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "wire/checksum.h"
#include "wire/frame.h"

namespace strait::wire {

class FrameReader {
 public:
  enum class Event : std::uint8_t { need_bytes, head, need_memory, complete, failed };

  // The read-ahead buffer is allocated once; a silent connection touches none of it.
  static constexpr std::size_t kReadAhead = 32 << 10;  // bytes

  // Before HELLO: small bodies, no payloads, and checksums with nothing but HELLO, which has them
  // whatever is agreed.
  FrameReader() = default;
  // What we stated in HELLO; holds from the next frame's header on. `own` has passed `check`.
  void negotiate(const Limits& own, bool checksums);

  Event next();

  // After need_bytes: where the next bytes go, in order; returns how many spans of `out` (at least
  // two) were filled. 0 at any other time.
  std::size_t buffers(std::span<MutableBytes> out);
  // That many bytes were received into the last list.
  void advance(std::size_t bytes);

  // ---- The current frame, from `head` until the call of `next` after `complete`. After `failed`
  // the header is that of the broken frame, or all zero where the header itself was broken.
  const FrameHeader& header() const { return header_; }
  ConstBytes body() const { return body_; }
  std::vector<std::byte> take_body() { return std::move(body_); }

  // The memory for the next bytes of the payload, after what was placed before. What lies beyond
  // the payload's end is not used. The memory must stay until `complete`, or until `verified` has
  // passed it.
  void place(MutableBytes memory);
  void place(std::span<const MutableBytes> pieces);
  // The rest of the payload is received and forgotten, unchecked; no memory that was placed is used
  // any more, except by a receive that is under way: discarding between `buffers` and `advance` is
  // allowed.
  void discard();

  std::uint64_t verified() const { return verified_; }  // bytes of the payload, from its start
  // Bytes of the payload for which no memory has been placed yet.
  std::uint64_t unplaced() const { return discarding_ ? 0 : payload_left_ - placed_left_; }

  // Whether a body is coming and not yet whole: memory is about to be taken for it.
  bool in_body() const { return state_ == State::body; }
  // Gives the read-ahead buffer back while there is nothing in it; the next bytes take a new one.
  void release_idle() {
    if (!between_frames()) return;
    buffer_.reset();
    begin_ = end_ = 0;
  }

  // Whether the stream may end here in good order.
  bool between_frames() const { return state_ == State::header && begin_ == end_; }
  const Error& error() const { return error_; }

 private:
  enum class State : std::uint8_t {
    header,
    body,
    body_sum,
    head,
    payload,
    segment_sum,
    end,
    failed
  };

  std::size_t available() const { return end_ - begin_; }
  bool take_header();
  bool take_body_bytes();
  void take_payload_bytes();
  std::optional<std::uint64_t> take_sum();
  void begin_segment();
  void payload_arrived(std::size_t bytes);  // into the first placed piece
  void grow_body();
  Event fail(Error error);

  std::size_t body_buffers(std::span<MutableBytes> out);
  std::size_t payload_buffers(std::span<MutableBytes> out);
  MutableBytes read_ahead();

  Limits own_ = kLimitsBeforeHello;
  bool checksums_ = false;
  State state_ = State::header;
  Error error_;

  // Bytes received and not yet used are [begin_, end_) of the read-ahead buffer.
  std::unique_ptr<std::byte[]> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t direct_ = 0;  // bytes of the last list that lie outside the read-ahead buffer

  FrameHeader header_;
  std::vector<std::byte> body_;  // its size is what there is room for
  std::size_t body_filled_ = 0;

  // What was placed and is not yet filled is pieces_ from first_piece_ on.
  std::vector<MutableBytes> pieces_;
  std::size_t first_piece_ = 0;
  std::uint64_t placed_left_ = 0;  // bytes; never more than payload_left_
  std::uint64_t payload_left_ = 0;
  std::uint64_t segment_left_ = 0;  // of the payload where there are no checksums
  std::uint64_t verified_ = 0;
  bool discarding_ = false;
  RunningChecksum segment_sum_;
};

}  // namespace strait::wire
