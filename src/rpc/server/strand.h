// Lets one object be driven from many threads, one at a time: whoever signals an event while nobody
// works becomes the worker and goes on until no event is left; others only leave theirs. No thread
// waits for another. Signalling from within the work is fine, and recursion cannot happen.
#pragma once

#include <cstdint>
#include <mutex>
#include <utility>

namespace strait::rpc {

class Strand {
 public:
  // Events are bits. `work(events)` is called with all that came since its last call.
  template <class Work>
  void signal(std::uint32_t event, Work&& work) {
    {
      std::lock_guard lock(mutex_);
      pending_ |= event;
      if (working_) return;
      working_ = true;
    }
    for (;;) {
      std::uint32_t events = 0;
      {
        std::lock_guard lock(mutex_);
        events = std::exchange(pending_, 0);
        if (events == 0) {
          working_ = false;
          return;
        }
      }
      work(events);
    }
  }

 private:
  std::mutex mutex_;
  // Guarded by mutex_:
  std::uint32_t pending_ = 0;
  bool working_ = false;
};

}  // namespace strait::rpc
