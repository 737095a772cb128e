// Lets one object be driven from many threads, one at a time: whoever signals an event while nobody
// works becomes the worker and goes on until no event is left; others only leave theirs. No thread
// waits for another. Signalling from within the work is fine, and recursion cannot happen.
//
// One word holds the events that nobody has taken and whether somebody works. Each change of it
// takes over what was done before the last one: a worker sees all that the signallers did before
// they signalled, and all that the last worker did.
#pragma once

#include <atomic>
#include <cstdint>

namespace strait::rpc {

class Strand {
 public:
  // Bits that are no events.
  static constexpr std::uint32_t kReserved = std::uint32_t{1} << 31;

  // Events are bits. `work(events)` is called with all that came since its last call.
  template <class Work>
  void signal(std::uint32_t event, Work&& work) {
    std::uint32_t before = state_.fetch_or(event | kWorking, std::memory_order_acq_rel);
    if ((before & kWorking) != 0) return;
    do {
      work(state_.exchange(kWorking, std::memory_order_acq_rel) & ~kWorking);
      before = kWorking;
      // Stays the worker if an event has come meanwhile.
    } while (!state_.compare_exchange_strong(before, 0, std::memory_order_acq_rel));
  }

 private:
  static constexpr std::uint32_t kWorking = kReserved;

  std::atomic<std::uint32_t> state_{0};
};

}  // namespace strait::rpc
