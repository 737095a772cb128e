// The answers to requests that must not be done twice, kept until the client says that it has them.
// Before such a request is executed its intent goes to the journal, before it is answered its
// outcome does; so a repeated request gets the same answer, also from the next server process.
//
// Bounded: per client, because a client has only so many requests in flight, and in all. A client
// that exceeds its bound is refused, never answered wrongly. Thread-safe; blocks on the journal.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "base/result.h"
#include "server/intent.h"
#include "server/journal.h"
#include "wire/heads.h"

namespace strait::server {

// How a request ended: the reply's head, verifiers excepted, and the results behind it.
struct Outcome {
  wire::ReplyHead head;
  std::vector<std::byte> results;
};

class ReplyCache {
 public:
  static constexpr std::size_t kRepliesPerClientMax = 1024;
  static constexpr std::size_t kRepliesMax = 262144;

  explicit ReplyCache(Journal& journal) : journal_(journal) {}

  // Takes over what the journal held. Called once, before the first request.
  Status load(const std::vector<Journal::Record>& records);
  // What was begun and has no outcome: left by a process that died.
  std::vector<std::pair<Journal::Key, Intent>> unresolved() const;
  // It was not done: a repetition will do it.
  Status forget(const Journal::Key& key);
  // Whether some request was answered with results that begin with this handle: it made that file.
  bool any_begins_with(const wire::Handle& handle) const;

  // The outcome of an earlier attempt; nothing if there was none. `digest` is that of the operation
  // and its arguments. Errors: busy (the first attempt is running), invalid_argument (no number,
  // one whose answer the client said it has, or one that has come with another digest).
  Result<std::optional<Outcome>> find(const wire::Id& client, const wire::Replay& replay,
                                      std::uint64_t digest) const;
  // As find; but where there is nothing, the request is to be executed now, and then finished. Also
  // forgets what the client has the answers of. Also exhausted.
  Result<std::optional<Outcome>> begin(const wire::Id& client, const wire::Replay& replay,
                                       std::uint64_t digest, const Intent& intent);
  Status finish(const Journal::Key& key, const Outcome& outcome);
  // begin and finish in one step, with the counters that the request changed. There was no attempt
  // before, as find has said. exhausted, and what find says.
  Status keep(const wire::Id& client, const wire::Replay& replay, std::uint64_t digest,
              const Outcome& outcome, std::span<const Journal::Counter> counters);

  std::vector<wire::Id> clients() const;
  void forget_client(const wire::Id& client);
  std::size_t size() const;

 private:
  struct Entry {
    std::optional<Outcome> outcome;
    Intent intent;
    std::uint64_t digest = 0;
  };
  struct Client {
    std::uint64_t answered_up_to = 0;
    std::map<std::uint64_t, Entry> entries;
  };

  // With the mutex held.
  static Result<std::optional<Outcome>> find_in(const Client& client, std::uint64_t number,
                                                std::uint64_t digest);
  Status forget_answered(const wire::Id& id, Client& client, std::uint64_t answered_up_to);
  Status room_in(const Client& client) const;

  Journal& journal_;
  mutable std::mutex mutex_;
  // Guarded by mutex_:
  std::map<wire::Id, Client> clients_;
  std::size_t size_ = 0;
};

}  // namespace strait::server
