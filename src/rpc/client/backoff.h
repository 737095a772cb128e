// When to try to connect again. Exponential with jitter: the first attempt after a loss is at once,
// the next ones wait 10 ms, 20 ms, ... up to 2 s, each between half and the whole of that, so that
// a thousand clients of a restarted server do not come back in the same millisecond. And when to
// ask again what the server has put off, by the same pauses. Pure.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/clock.h"
#include "base/random.h"

namespace strait::rpc {

inline constexpr Duration kBackoffFirst = std::chrono::milliseconds(10);
inline constexpr Duration kBackoffMax = std::chrono::seconds(2);

// Between half and the whole of `pause`.
inline Duration jittered(Duration pause, Random& random) {
  const auto half = pause / 2;
  return half + Duration(static_cast<Duration::rep>(
                    random.below(static_cast<std::uint64_t>(half.count()) + 1)));
}

// Before a request is sent again that has been put off so many times, at least once.
inline Duration pause_after(std::uint32_t refusals, Random& random) {
  constexpr std::uint32_t kDoublingsMax = 8;  // from kBackoffFirst to more than kBackoffMax
  const Duration whole = kBackoffFirst * (1 << std::min(refusals - 1, kDoublingsMax));
  return jittered(std::min(whole, kBackoffMax), random);
}

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
    return jittered(whole, random_);
  }
  // A connection was of use: a request has been answered.
  void reset() { pause_ = Duration::zero(); }

 private:
  Random& random_;
  Duration pause_ = Duration::zero();
};

}  // namespace strait::rpc
