#include "rpc/client/roster.h"

#include <algorithm>

namespace strait::rpc {

Slot& Roster::add(std::shared_ptr<Call> call, Instant now) {
  slots_.push_back(Slot{.call = std::move(call), .progress = now});
  const auto at = std::prev(slots_.end());
  by_call_.emplace(at->call.get(), at);
  count(*at, 1);
  return *at;
}

void Roster::remove(Slot& slot) {
  const auto found = by_call_.find(slot.call.get());
  const auto at = found->second;
  count(slot, -1);
  by_request_.erase(slot.request);
  by_call_.erase(found);
  slots_.erase(at);
}

void Roster::release(const std::function<bool(const Slot&)>& over) {
  if (retained_ == 0) return;
  for (auto at = slots_.begin(); at != slots_.end();) {
    Slot& slot = *at++;
    if (slot.state == Slot::State::retained && over(slot)) remove(slot);
  }
}

void Roster::move_to_front(Slot& slot) {
  slots_.splice(slots_.begin(), slots_, by_call_.at(slot.call.get()));
}

void Roster::mark_in_flight(Slot& slot, std::uint64_t request, Instant now) {
  count(slot, -1);
  slot.state = Slot::State::in_flight;
  slot.request = request;
  slot.placed = 0;
  // Being sent once more is no progress: a request that kills its server would never end.
  if (slot.sendings++ == 0) slot.progress = now;
  by_request_.emplace(request, by_call_.at(slot.call.get()));
  count(slot, 1);
}

void Roster::mark(Slot& slot, Slot::State state) {
  count(slot, -1);
  by_request_.erase(slot.request);
  slot.state = state;
  count(slot, 1);
}

void Roster::count(const Slot& slot, int by) {
  const auto step = static_cast<std::uint32_t>(by);
  switch (slot.state) {
    case Slot::State::waiting:
      waiting_ += step;
      break;
    case Slot::State::in_flight:
      in_flight_ += step;
      bytes_in_flight_ += by * slot.call->traits.payload_bytes;
      break;
    case Slot::State::retained:
      retained_ += step;
      break;
    case Slot::State::held:
      break;
  }
}

Slot* Roster::find_request(std::uint64_t request) {
  const auto found = by_request_.find(request);
  return found == by_request_.end() ? nullptr : &*found->second;
}

Slot* Roster::find(const Call& call) {
  const auto found = by_call_.find(&call);
  return found == by_call_.end() ? nullptr : &*found->second;
}

Slot* Roster::next(const Window& window, Slot** blocked_by_retained) {
  if (blocked_by_retained != nullptr) *blocked_by_retained = nullptr;
  if (waiting_ == 0 || in_flight_ >= window.requests) return nullptr;
  int looked = 0;
  for (Slot& candidate : slots_) {
    if (candidate.state != Slot::State::waiting) continue;
    const std::uint64_t bytes = candidate.call->traits.payload_bytes;
    // A request larger than the window goes alone. One that does not fit stops the search: later
    // ones must not starve it.
    if (in_flight_ != 0 && bytes != 0 && bytes_in_flight_ + bytes > window.bytes) return nullptr;

    bool only_retained = true;
    bool blocked = false;
    for (const Slot& earlier : slots_) {
      if (&earlier == &candidate) break;
      if (!conflict(earlier.call->traits.footprint, candidate.call->traits.footprint)) continue;
      // COMMIT is what turns received into written: it must not wait for that. A reader need not:
      // the server that has received the data shows it, and if that server is gone the data goes
      // out again before the reader does.
      if (earlier.state == Slot::State::retained &&
          (candidate.call->traits.commit || !candidate.call->traits.footprint.writes)) {
        continue;
      }
      blocked = true;
      if (earlier.state != Slot::State::retained) {
        only_retained = false;
        break;
      }
    }
    if (!blocked) return &candidate;
    if (only_retained && blocked_by_retained != nullptr) *blocked_by_retained = &candidate;
    if (++looked >= kLookahead) return nullptr;
  }
  return nullptr;
}

bool Roster::older_in_flight(const Slot& slot) const {
  for (const Slot& earlier : slots_) {
    if (&earlier == &slot) return false;
    if (earlier.state == Slot::State::in_flight) return true;
  }
  return false;
}

std::uint64_t Roster::first_unanswered_replay(std::uint64_t next) const {
  for (const Slot& slot : slots_) {
    if (slot.replay != 0) next = std::min(next, slot.replay);
  }
  return next;
}

}  // namespace strait::rpc
