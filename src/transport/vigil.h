// What the guard of a Reactor looks at, and when: whether any of its threads goes on. Pure. Used
// under its owner's lock.
#pragma once

#include <cstdint>

#include "base/clock.h"

namespace strait::transport {

class Vigil {
 public:
  // The longest that an event waits while all threads but the guard are busy is twice this.
  static constexpr Duration kTick = std::chrono::milliseconds(1);
  // After so many ticks in which nothing happened, the guard dozes until it is told that something
  // does.
  static constexpr int kQuietTicks = 4;
  static constexpr Duration kDozeMax = std::chrono::hours(1);

  // `steps`: how often a thread has looked what there is to do, so far.
  Vigil(Instant now, std::uint64_t steps) : looked_(now), seen_(steps) {}

  bool dozing() const { return quiet_ >= kQuietTicks; }
  // When to look.
  Instant next() const { return looked_ + (dozing() ? kDozeMax : kTick); }
  // Whether nobody has been free to take events since the last look. `sleepers` wait for them now.
  bool deserted(Instant now, std::uint64_t steps, unsigned sleepers) {
    const bool moved = steps != seen_;
    looked_ = now;
    seen_ = steps;
    quiet_ = moved || sleepers == 0 ? 0 : quiet_ + 1;
    return !moved && sleepers == 0;
  }

 private:
  Instant looked_;
  std::uint64_t seen_;
  int quiet_ = 0;  // ticks in a row
};

}  // namespace strait::transport
