// The sending end of a connection, without the sending: a queue of frames goes in, lists of memory
// to hand to the connection come out. Headers, bodies and payloads are never copied; small frames
// that wait together go out together; a segment's checksum is computed just before the segment is
// handed out, so that its bytes are read from memory once.
//
//   while ((count = writer.buffers(list)) > 0) writer.advance(connection.send(list.first(count)));
//
// Not thread-safe: the owner of the connection locks. `push` and `withdraw` may come between
// `buffers` and `advance`, the memory handed out stays valid. Nothing blocks.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "wire/checksum.h"
#include "wire/frame.h"
#include "wire/payload.h"

namespace strait::wire {

struct OutgoingFrame {
  Operation operation = Operation::null;
  std::uint64_t request = 0;
  bool reply = false;
  bool more = false;                       // further frames of this reply follow
  std::vector<std::byte> body;             // from `encode`
  std::unique_ptr<PayloadSource> payload;  // nothing: no payload
};

enum class Withdrawal : std::uint8_t {
  done,     // nothing of it was sent, and nothing will be
  sending,  // it is on its way out; its memory is still in use
  absent,   // no such frame waits: it was sent, or never pushed
};

class FrameWriter {
 public:
  // Before HELLO: the least that any peer takes. HELLO always has its checksum, nothing else has.
  FrameWriter() = default;
  // What the peer stated in HELLO; holds for frames pushed from now on. `peer` has passed `check`.
  void negotiate(const Limits& peer, bool checksums);

  // Queues a frame. Error: invalid_argument where it is larger than the peer takes.
  Status push(OutgoingFrame frame);

  // The next memory to send, in order; returns how many spans of `out` were filled, 0 where nothing
  // waits. The same bytes come again until `advance` says that they have gone.
  std::size_t buffers(std::span<ConstBytes> out);
  // That many bytes of the last list were sent. Destroys the payloads of frames that are finished.
  void advance(std::size_t bytes);

  // Takes back the frame of a request (not a reply) of which nothing has been handed out yet.
  Withdrawal withdraw(std::uint64_t request);
  // The connection is lost: drops everything and destroys all payloads. Nothing handed out may be
  // in use.
  void clear();

  bool empty() const { return queued_bytes_ == 0; }
  std::uint64_t queued_bytes() const { return queued_bytes_; }  // bytes of the wire not yet sent

 private:
  struct Frame {
    std::array<std::byte, kHeaderSize> header{};
    std::vector<std::byte> body;  // with its checksum, if it has one
    std::unique_ptr<PayloadSource> payload;
    std::uint64_t request = 0;
    std::uint64_t payload_size = 0;
    std::uint64_t segment_size = 0;  // of the payload; the whole of it where there are no checksums
    bool checksums = false;
    bool reply = false;
    bool handed_out = false;  // by the last `buffers`, or partly sent

    std::uint64_t unsent = 0;         // bytes of the wire
    std::size_t head_sent = 0;        // bytes of header and body
    std::uint64_t payload_sent = 0;   // bytes, without checksums
    std::uint64_t segment_start = 0;  // of the segment being sent
    std::size_t sum_sent = 0;         // bytes of that segment's checksum
    std::array<std::byte, kChecksumSize> sum{};
    bool sum_known = false;

    std::uint64_t segment_end() const {
      return std::min(segment_start + segment_size, payload_size);
    }
  };

  // The span list that `buffers` fills.
  struct List {
    std::span<ConstBytes> out;
    std::size_t count = 0;

    std::span<ConstBytes> room() const { return out.subspan(count); }
    bool full() const { return count == out.size(); }
    void add(ConstBytes bytes) { out[count++] = bytes; }
  };

  static bool list_head(const Frame& frame, List& list);
  bool list_payload(Frame& frame, List& list, std::uint64_t& summed);
  void compute_sum(Frame& frame);
  // Moves on within one frame; returns how many of the bytes belonged to it.
  static std::size_t advance_frame(Frame& frame, std::size_t bytes);

  Limits peer_ = kLimitsBeforeHello;
  bool checksums_ = false;
  RunningChecksum running_;
  // Places for frames; those that are free are kept, so that small frames cost no memory from the
  // heap. What was handed out does not move.
  static constexpr std::size_t kSpareFrames = 16;
  void drop(std::list<Frame>::iterator frame);
  std::list<Frame> frames_;
  std::list<Frame> spare_;
  std::uint64_t queued_bytes_ = 0;
};

}  // namespace strait::wire
