#include "rpc/client/roster.h"

#include <algorithm>

namespace strait::rpc {

Slot& Roster::add(std::shared_ptr<Call> call, Instant now) {
  if (spare_.empty()) spare_.emplace_back();
  slots_.splice(slots_.end(), spare_, spare_.begin());
  Slot& slot = slots_.back();
  slot.call = std::move(call);
  slot.progress = now;
  slot.place = std::prev(slots_.end());
  slot.call->slot_ = &slot;
  count(slot, 1);
  return slot;
}

void Roster::remove(Slot& slot) {
  count(slot, -1);
  forget_request(slot);
  slot.call->slot_ = nullptr;
  const auto place = slot.place;
  if (spare_.size() >= kSparePlaces) {
    slots_.erase(place);
    return;
  }
  spare_.splice(spare_.end(), slots_, place);
  slot = Slot{};
}

void Roster::release(const std::function<bool(const Slot&)>& over) {
  if (retained_ == 0) return;
  for (auto at = slots_.begin(); at != slots_.end();) {
    Slot& slot = *at++;
    if (slot.state == Slot::State::retained && over(slot)) remove(slot);
  }
}

void Roster::move_to_front(Slot& slot) { slots_.splice(slots_.begin(), slots_, slot.place); }

void Roster::mark_in_flight(Slot& slot, std::uint64_t request, Instant now) {
  count(slot, -1);
  slot.state = Slot::State::in_flight;
  slot.request = request;
  slot.placed = 0;
  // Being sent once more is no progress: a request that kills its server would never end.
  if (slot.sendings++ == 0) slot.progress = now;
  sent_.push_back(&slot);
  count(slot, 1);
}

void Roster::mark(Slot& slot, Slot::State state) {
  count(slot, -1);
  forget_request(slot);
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
    case Slot::State::paused:
      break;
  }
}

Slot* Roster::find_request(std::uint64_t request) {
  const auto found = sent_at(request);
  return found == sent_.end() || (*found)->request != request ? nullptr : *found;
}

Roster::Sent::iterator Roster::sent_at(std::uint64_t request) {
  return std::lower_bound(sent_.begin(), sent_.end(), request,
                          [](const Slot* slot, std::uint64_t r) { return slot->request < r; });
}

void Roster::forget_request(const Slot& slot) {
  if (slot.state == Slot::State::in_flight) sent_.erase(sent_at(slot.request));
}

Slot* Roster::find(const Call& call) { return call.slot_; }

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
