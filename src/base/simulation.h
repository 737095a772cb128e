// Time and concurrency without either: an executor whose clock moves only from one event to the
// next. What is posted for the same instant runs in an order drawn from the seed, so that a
// thousand seeds show a thousand interleavings and each can be shown again. Single-threaded: only
// the thread that steps it may post. Work may itself step the executor (a "blocking" call inside a
// simulation does).
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "base/clock.h"
#include "base/executor.h"
#include "base/random.h"

namespace strait {

class SimulatedExecutor final : public Executor {
 public:
  explicit SimulatedExecutor(std::uint64_t seed) : random_(seed) {}

  void post(std::function<void()> work) override;
  // An instant that has passed counts as now.
  void post_at(Instant when, std::function<void()> work) override;

  // Runs the next event, moving the clock to it. False: there is none.
  bool step();
  // Runs events until none is left or `events_max` have run (a guard against work that posts
  // itself for ever); returns how many ran.
  std::uint64_t run_until_idle(std::uint64_t events_max = UINT64_MAX);
  // Runs every event up to and including `until`, then sets the clock there.
  void run_until(Instant until);

  // When the next event runs; kNever if there is none.
  Instant next_event() const;
  const Clock& clock() const { return clock_; }

 private:
  struct Event {
    Instant when;
    std::uint64_t tie_break;
    std::uint64_t sequence;  // makes the order total, so that it depends on the seed alone
    std::function<void()> work;
  };
  struct Later {
    bool operator()(const Event& a, const Event& b) const {
      if (a.when != b.when) return a.when > b.when;
      if (a.tie_break != b.tie_break) return a.tie_break > b.tie_break;
      return a.sequence > b.sequence;
    }
  };

  ManualClock clock_;
  SeededRandom random_;
  std::uint64_t posted_ = 0;
  std::priority_queue<Event, std::vector<Event>, Later> events_;
};

}  // namespace strait
