#include "server/reply_cache.h"

#include <algorithm>
#include <utility>

#include "wire/xdr.h"

namespace strait::server {
namespace {

enum class RecordKind : std::uint32_t { intent = 1, outcome = 2 };
constexpr bool is_valid(RecordKind kind) {
  return kind == RecordKind::intent || kind == RecordKind::outcome;
}

// What every record begins with.
struct RecordHead {
  RecordKind kind = RecordKind::intent;
  std::uint64_t digest = 0;
  static void describe(auto& xdr, auto& head) {
    xdr.choice(head.kind);
    xdr.number(head.digest);
  }
};

Result<std::vector<std::byte>> encode_outcome(const Outcome& outcome, std::uint64_t digest) {
  auto record = wire::encode(RecordHead{RecordKind::outcome, digest}, outcome.head);
  if (record) record->insert(record->end(), outcome.results.begin(), outcome.results.end());
  return record;
}

}  // namespace

Status ReplyCache::load(const std::vector<Journal::Record>& records) {
  std::lock_guard lock(mutex_);
  for (const Journal::Record& record : records) {
    wire::XdrDecoder decoder(record.value);
    STRAIT_ASSIGN(const RecordHead head, decoder.take<RecordHead>());
    Entry entry;
    entry.digest = head.digest;
    if (head.kind == RecordKind::outcome) {
      Outcome outcome;
      STRAIT_ASSIGN(outcome.head, decoder.take<wire::ReplyHead>());
      outcome.results.assign(record.value.end() - static_cast<std::ptrdiff_t>(decoder.remaining()),
                             record.value.end());
      entry.outcome = std::move(outcome);
    } else {
      STRAIT_ASSIGN(entry.intent, decoder.take<Intent>());
      STRAIT_TRY(decoder.finish());
    }
    clients_[record.key.client].entries[record.key.number] = std::move(entry);
    ++size_;
  }
  return {};
}

std::vector<std::pair<Journal::Key, Intent>> ReplyCache::unresolved() const {
  std::lock_guard lock(mutex_);
  std::vector<std::pair<Journal::Key, Intent>> found;
  for (const auto& [id, client] : clients_) {
    for (const auto& [number, entry] : client.entries) {
      if (!entry.outcome) found.push_back({{id, number}, entry.intent});
    }
  }
  return found;
}

Status ReplyCache::forget(const Journal::Key& key) {
  STRAIT_TRY(journal_.erase(key.client, key.number, key.number));
  std::lock_guard lock(mutex_);
  size_ -= clients_[key.client].entries.erase(key.number);
  return {};
}

std::vector<wire::Id> ReplyCache::clients() const {
  std::lock_guard lock(mutex_);
  std::vector<wire::Id> ids;
  for (const auto& [id, client] : clients_) ids.push_back(id);
  return ids;
}

bool ReplyCache::any_begins_with(const wire::Handle& handle) const {
  std::lock_guard lock(mutex_);
  for (const auto& [id, client] : clients_) {
    for (const auto& [number, entry] : client.entries) {
      if (!entry.outcome || entry.outcome->results.size() < handle.size()) continue;
      if (std::equal(handle.begin(), handle.end(), entry.outcome->results.begin())) return true;
    }
  }
  return false;
}

Result<std::optional<Outcome>> ReplyCache::find_in(const Client& client, std::uint64_t number,
                                                   std::uint64_t digest) {
  if (number == 0) {
    return error(ErrorKind::invalid_argument, "a request that must not be repeated has no number");
  }
  if (const auto found = client.entries.find(number); found != client.entries.end()) {
    if (found->second.digest != digest) {
      return error(ErrorKind::invalid_argument,
                   "request number {} comes again, with other arguments", number);
    }
    if (found->second.outcome) return found->second.outcome;
    return Error{ErrorKind::busy, Retry::later, 0, "the first attempt of this request is running"};
  }
  if (number <= client.answered_up_to) {
    return error(ErrorKind::invalid_argument,
                 "request number {} comes again, although its answer was said to have arrived",
                 number);
  }
  return std::optional<Outcome>();
}

Result<std::optional<Outcome>> ReplyCache::find(const wire::Id& id, const wire::Replay& replay,
                                                std::uint64_t digest) const {
  std::lock_guard lock(mutex_);
  const auto client = clients_.find(id);
  if (client == clients_.end()) return find_in(Client{}, replay.number, digest);
  return find_in(client->second, replay.number, digest);
}

Status ReplyCache::forget_answered(const wire::Id& id, Client& client,
                                   std::uint64_t answered_up_to) {
  if (answered_up_to <= client.answered_up_to) return {};
  client.answered_up_to = answered_up_to;
  const auto end = client.entries.upper_bound(answered_up_to);
  const auto count = static_cast<std::size_t>(std::distance(client.entries.begin(), end));
  if (count == 0) return {};
  STRAIT_TRY(journal_.erase(id, 0, answered_up_to));
  client.entries.erase(client.entries.begin(), end);
  size_ -= count;
  return {};
}

Status ReplyCache::room_in(const Client& client) const {
  if (client.entries.size() < kRepliesPerClientMax && size_ < kRepliesMax) return {};
  return Error{ErrorKind::exhausted, Retry::later, 0, "the server keeps too many replies"};
}

Result<std::optional<Outcome>> ReplyCache::begin(const wire::Id& id, const wire::Replay& replay,
                                                 std::uint64_t digest, const Intent& intent) {
  STRAIT_ASSIGN(const std::vector<std::byte> record,
                wire::encode(RecordHead{RecordKind::intent, digest}, intent));
  std::lock_guard lock(mutex_);
  Client& client = clients_[id];
  STRAIT_TRY(forget_answered(id, client, replay.answered_up_to));
  STRAIT_ASSIGN(std::optional<Outcome> earlier, find_in(client, replay.number, digest));
  if (earlier) return earlier;
  STRAIT_TRY(room_in(client));
  STRAIT_TRY(journal_.put({id, replay.number}, record, {}));
  Entry& entry = client.entries[replay.number];
  entry.intent = intent;
  entry.digest = digest;
  ++size_;
  return std::optional<Outcome>();
}

Status ReplyCache::finish(const Journal::Key& key, const Outcome& outcome) {
  std::uint64_t digest = 0;
  {
    std::lock_guard lock(mutex_);
    if (const auto client = clients_.find(key.client); client != clients_.end()) {
      const auto entry = client->second.entries.find(key.number);
      if (entry != client->second.entries.end()) digest = entry->second.digest;
    }
  }
  STRAIT_ASSIGN(const std::vector<std::byte> record, encode_outcome(outcome, digest));
  STRAIT_TRY(journal_.put(key, record, {}));
  std::lock_guard lock(mutex_);
  const auto client = clients_.find(key.client);
  if (client == clients_.end()) return {};
  const auto entry = client->second.entries.find(key.number);
  if (entry != client->second.entries.end()) entry->second.outcome = outcome;
  return {};
}

Status ReplyCache::keep(const wire::Id& id, const wire::Replay& replay, std::uint64_t digest,
                        const Outcome& outcome, std::span<const Journal::Counter> counters) {
  STRAIT_ASSIGN(const std::vector<std::byte> record, encode_outcome(outcome, digest));
  std::lock_guard lock(mutex_);
  Client& client = clients_[id];
  STRAIT_TRY(forget_answered(id, client, replay.answered_up_to));
  STRAIT_TRY(find_in(client, replay.number, digest));
  STRAIT_TRY(room_in(client));
  STRAIT_TRY(journal_.put({id, replay.number}, record, counters));
  Entry& entry = client.entries[replay.number];
  entry.outcome = outcome;
  entry.digest = digest;
  ++size_;
  return {};
}

void ReplyCache::forget_client(const wire::Id& id) {
  std::lock_guard lock(mutex_);
  const auto client = clients_.find(id);
  if (client == clients_.end()) return;
  size_ -= client->second.entries.size();
  clients_.erase(client);
  // A record that cannot be erased is only a waste of room.
  (void)journal_.erase(id, 0, UINT64_MAX);
}

std::size_t ReplyCache::size() const {
  std::lock_guard lock(mutex_);
  return size_;
}

}  // namespace strait::server
