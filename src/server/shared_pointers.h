// The shared file pointers of open instances (MPI-4.0 section 14.4.4): counters under names that
// their clients made up. Each change is a request that must not be done twice: it and its answer go
// to the journal together, before the answer leaves.
//
// An instance's name begins with the host verifier that its client was told when it opened the
// file. The journal does not survive the host, so a counter that is not there is a new one only
// under the verifier in force; under an older one it was lost, and must not begin anew at zero.
//
// Thread-safe; blocks on the journal.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "server/journal.h"
#include "server/reply_cache.h"
#include "wire/locks.h"

namespace strait::server {

class SharedPointers {
 public:
  // Where there are so many, those may go that nobody has used for a while: of programs that died.
  static constexpr std::size_t kPointersMax = 65536;
  static constexpr Duration kDisuseMax = std::chrono::hours(7 * 24);

  struct Change {
    wire::Id instance{};
    wire::CounterChange what = wire::CounterChange::add;
    std::int64_t value = 0;
  };
  // Who asks, by which request. The digest is that of what is asked.
  struct Request {
    wire::Id client{};
    wire::Replay replay;
    std::uint64_t digest = 0;
  };

  SharedPointers(ReplyCache& replies, const Clock& clock, std::uint64_t host_verifier)
      : replies_(replies), clock_(clock), host_verifier_(host_verifier) {}

  // What the journal held. Called once, before the first request.
  void load(const std::vector<Journal::Counter>& counters);
  // The value before the change, or before the first attempt of the same request. unknown_counter;
  // exists, stale: for what is created; invalid_argument: it would be less than 0 or too large;
  // exhausted; and what ReplyCache::find says.
  Result<std::uint64_t> change(const Request& request, const Change& change);
  std::size_t size() const;

 private:
  struct Pointer {
    std::uint64_t value = 0;
    Instant used{};
  };
  // With the mutex held.
  Result<Journal::Counter> changed(const Change& change, std::uint64_t& before) const;
  // Those that have to go for another one.
  Result<std::vector<Journal::Counter>> disused() const;

  ReplyCache& replies_;
  const Clock& clock_;
  const std::uint64_t host_verifier_;
  mutable std::mutex mutex_;
  std::map<wire::Id, Pointer> pointers_;  // guarded by mutex_
};

}  // namespace strait::server
