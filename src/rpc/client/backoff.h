// When to try to connect again. Exponential with jitter: the first attempt after a loss is at once,
// the next ones wait 10 ms, 20 ms, ... up to 2 s, each between half and the whole of that, so that
// a thousand clients of a restarted server do not come back in the same millisecond. Pure.
#pragma once

#include <algorithm>

#include "base/clock.h"
#include "base/random.h"

namespace strait::rpc {

inline constexpr Duration kBackoffFirst = std::chrono::milliseconds(10);
inline constexpr Duration kBackoffMax = std::chrono::seconds(2);

class Backoff {
 public:
  explicit Backoff(Random& random) : random_(random) {}

  // How long to wait before the next attempt, given that the last one failed or was of no use.
  Duration next() {
    if (pause_ == Duration::zero()) {
      pause_ = kBackoffFirst;
      return Duration::zero();
    }
    const Duration whole = pause_;
    pause_ = std::min(pause_ * 2, kBackoffMax);
    const auto half = whole / 2;
    return half + Duration(static_cast<Duration::rep>(
                      random_.below(static_cast<std::uint64_t>(half.count()) + 1)));
  }
  // A connection was of use: a request has been answered.
  void reset() { pause_ = Duration::zero(); }

 private:
  Random& random_;
  Duration pause_ = Duration::zero();
};

}  // namespace strait::rpc
