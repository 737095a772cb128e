// One direction of an in-process connection: bytes under way, bytes arrived, and what its Faults do
// to them. Pure: the clock's reading is passed in, and nothing calls back. Not thread-safe; the
// Link locks.
#pragma once

#include <deque>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/random.h"
#include "transport/loopback/faults.h"

namespace strait::transport::loopback {

class Pipe {
 public:
  explicit Pipe(const Faults& faults);

  // How many bytes went in, at most what there is room for; they arrive at `next_arrival`.
  std::size_t push(std::span<const ConstBytes> buffers, Instant now, Random& random);
  // The sender has closed; the end travels behind the bytes.
  void push_end(Instant now);
  // When the last thing pushed arrives; kNever in a black hole.
  Instant last_arrival() const { return last_arrival_; }

  // Moves what has arrived by `now` out of flight. True: the cut's byte has been reached.
  bool arrive(Instant now);
  // How many arrived bytes came out.
  std::size_t pull(std::span<const MutableBytes> buffers, Random& random);

  // What is under way is lost, unless the Faults let it survive.
  void cut();
  // Nobody will read: everything is dropped.
  void drop();

  bool has_room() const { return held_ < faults_.capacity_bytes; }
  bool has_bytes() const { return !arrived_.empty(); }
  bool has_flight() const { return !flight_.empty(); }
  // The end has arrived and all bytes before it were pulled.
  bool at_end() const { return ended_ && arrived_.empty(); }

 private:
  struct Segment {
    Instant arrives;
    std::vector<std::byte> bytes;
    bool is_end = false;
  };

  Instant arrival_of(std::size_t bytes, Instant now);

  const Faults faults_;
  std::deque<Segment> flight_;                  // in order of arrival
  std::deque<std::vector<std::byte>> arrived_;  // none empty
  std::size_t taken_ = 0;                       // of arrived_.front()
  std::size_t held_ = 0;                        // pushed and not yet pulled
  std::uint64_t pushed_total_ = 0;
  std::uint64_t arrived_total_ = 0;
  Instant line_free_{};  // when the bandwidth has room for the next byte
  Instant last_arrival_{};
  bool ended_ = false;
};

}  // namespace strait::transport::loopback
