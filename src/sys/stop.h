// Somebody else's wish that a blocking call should end, for calls that wait in slices: nothing
// wakes a thread from within the kernel's connect, or the resolver.
//
// Cheap to copy. The flag is the caller's, and may be set by any thread.
#pragma once

#include <algorithm>
#include <atomic>

#include "base/clock.h"

namespace strait::sys {

class Stop {
 public:
  // What a person does not notice.
  static constexpr Duration kLook = std::chrono::milliseconds(20);

  Stop() = default;  // never wanted
  explicit Stop(const std::atomic<bool>* flag) : flag_(flag) {}

  bool wanted() const { return flag_ != nullptr && *flag_; }
  // Until when to wait before the next look.
  Instant look(Instant deadline) const {
    return flag_ == nullptr ? deadline : std::min(deadline, SteadyClock().now() + kLook);
  }
  // After that: whether to wait on.
  bool goes_on(Instant deadline) const {
    return !wanted() && (deadline == kNever || SteadyClock().now() < deadline);
  }

 private:
  const std::atomic<bool>* flag_ = nullptr;
};

}  // namespace strait::sys
