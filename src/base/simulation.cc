#include "base/simulation.h"

#include <algorithm>
#include <utility>

namespace strait {

void SimulatedExecutor::post(std::function<void()> work) { post_at(clock_.now(), std::move(work)); }

void SimulatedExecutor::post_at(Instant when, std::function<void()> work) {
  events_.push({std::max(when, clock_.now()), random_.next(), posted_++, std::move(work)});
}

bool SimulatedExecutor::step() {
  if (events_.empty()) return false;
  // top() is const because changing the order would break the heap; taking the work out does not.
  auto work = std::move(const_cast<Event&>(events_.top()).work);
  // Nested steps may already have moved the clock further than this event was posted for.
  clock_.set(std::max(events_.top().when, clock_.now()));
  events_.pop();
  work();
  return true;
}

std::uint64_t SimulatedExecutor::run_until_idle(std::uint64_t events_max) {
  std::uint64_t ran = 0;
  while (ran < events_max && step()) ++ran;
  return ran;
}

void SimulatedExecutor::run_until(Instant until) {
  while (!events_.empty() && events_.top().when <= until) step();
  clock_.set(std::max(until, clock_.now()));
}

Instant SimulatedExecutor::next_event() const {
  return events_.empty() ? kNever : events_.top().when;
}

}  // namespace strait
