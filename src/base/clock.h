// Time is handed in, never fetched: whoever needs it takes a Clock&. Instants are monotonic.
#pragma once

#include <chrono>

namespace strait {

using Duration = std::chrono::nanoseconds;
using Instant = std::chrono::time_point<std::chrono::steady_clock, Duration>;

inline constexpr Instant kNever = Instant::max();

class Clock {
 public:
  virtual ~Clock() = default;
  virtual Instant now() const noexcept = 0;
};

class SteadyClock final : public Clock {
 public:
  Instant now() const noexcept override { return std::chrono::steady_clock::now(); }
};

// Stands still until it is told to move. For tests and simulation; not thread-safe.
class ManualClock final : public Clock {
 public:
  Instant now() const noexcept override { return now_; }
  void advance(Duration by) noexcept { now_ += by; }
  void set(Instant to) noexcept { now_ = to; }

 private:
  Instant now_{};
};

}  // namespace strait
