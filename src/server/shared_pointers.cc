#include "server/shared_pointers.h"

#include <limits>
#include <optional>
#include <utility>

#include "wire/byte_order.h"
#include "wire/xdr.h"

namespace strait::server {
namespace {

constexpr std::uint64_t kValueMax = std::numeric_limits<std::int64_t>::max();

Error unknown() {
  return error(ErrorKind::unknown_counter,
               "the server has no such shared file pointer; it may have been lost with the host");
}

}  // namespace

void SharedPointers::load(const std::vector<Journal::Counter>& counters) {
  std::lock_guard lock(mutex_);
  for (const Journal::Counter& counter : counters) {
    pointers_[counter.instance] = {counter.value, clock_.now()};
  }
}

std::size_t SharedPointers::size() const {
  std::lock_guard lock(mutex_);
  return pointers_.size();
}

Result<std::uint64_t> SharedPointers::change(const Request& request, const Change& change) {
  std::lock_guard lock(mutex_);
  STRAIT_ASSIGN(const std::optional<Outcome> earlier,
                replies_.find(request.client, request.replay, request.digest));
  if (earlier) {
    STRAIT_ASSIGN(const auto results, wire::decode<wire::FetchAddResults>(earlier->results));
    return results.before;
  }
  std::uint64_t before = 0;
  STRAIT_ASSIGN(const Journal::Counter counter, changed(change, before));
  std::vector<Journal::Counter> counters;
  if (change.what == wire::CounterChange::create) {
    STRAIT_ASSIGN(counters, disused());
  }
  counters.push_back(counter);
  Outcome outcome;
  STRAIT_ASSIGN(outcome.results, wire::encode(wire::FetchAddResults{before}));
  STRAIT_TRY(replies_.keep(request.client, request.replay, request.digest, outcome, counters));
  for (const Journal::Counter& each : counters) {
    if (each.dropped) {
      pointers_.erase(each.instance);
    } else {
      pointers_[each.instance] = {each.value, clock_.now()};
    }
  }
  return before;
}

Result<Journal::Counter> SharedPointers::changed(const Change& change,
                                                 std::uint64_t& before) const {
  const auto found = pointers_.find(change.instance);
  Journal::Counter counter{.instance = change.instance};
  if (change.what == wire::CounterChange::create) {
    if (found != pointers_.end()) {
      return error(ErrorKind::exists, "the shared file pointer exists already");
    }
    if (wire::load_big<std::uint64_t>(change.instance.data()) != host_verifier_) return unknown();
  } else if (found == pointers_.end()) {
    return unknown();
  } else {
    before = found->second.value;
  }
  if (change.what == wire::CounterChange::drop) {
    counter.dropped = true;
    return counter;
  }
  // Wraps where the change is negative, as it should; both summands fit into 63 bits.
  const bool adds = change.what == wire::CounterChange::add;
  counter.value = (adds ? before : 0) + static_cast<std::uint64_t>(change.value);
  if (counter.value > kValueMax) {
    return error(ErrorKind::invalid_argument, "a shared file pointer of {} cannot change by {}",
                 before, change.value);
  }
  return counter;
}

Result<std::vector<Journal::Counter>> SharedPointers::disused() const {
  std::vector<Journal::Counter> gone;
  if (pointers_.size() < kPointersMax) return gone;
  const Instant now = clock_.now();
  for (const auto& [instance, pointer] : pointers_) {
    if (now - pointer.used > kDisuseMax) gone.push_back({.instance = instance, .dropped = true});
  }
  if (!gone.empty()) return gone;
  return error(ErrorKind::exhausted, "{} shared file pointers are in use", pointers_.size());
}

}  // namespace strait::server
