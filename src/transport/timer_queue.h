// Work and the times at which it is due; of two for the same time, the older comes first. Pure.
// Used under its owner's lock.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "base/clock.h"

namespace strait::transport {

class TimerQueue {
 public:
  using Work = std::function<void()>;

  // Whether it is the first one due now.
  bool push(Instant when, Work work) {
    const bool first = timers_.empty() || when < timers_.top().when;
    timers_.push({when, made_++, std::move(work)});
    return first;
  }
  bool empty() const { return timers_.empty(); }
  // Of the first one; there is one.
  Instant next() const { return timers_.top().when; }
  // The first one, if it is due; otherwise empty.
  Work take_due(Instant now) {
    if (timers_.empty() || timers_.top().when > now) return nullptr;
    // top() is const because changing the order would break the heap.
    Work work = std::move(const_cast<Timer&>(timers_.top()).work);
    timers_.pop();
    return work;
  }

 private:
  struct Timer {
    Instant when;
    std::uint64_t sequence;
    Work work;
  };
  struct Later {
    bool operator()(const Timer& a, const Timer& b) const {
      return a.when != b.when ? a.when > b.when : a.sequence > b.sequence;
    }
  };

  std::priority_queue<Timer, std::vector<Timer>, Later> timers_;
  std::uint64_t made_ = 0;
};

}  // namespace strait::transport
