#include "server/record_journal.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "wire/byte_order.h"

namespace strait::server {
namespace {

// The client's id and the number, big-endian, so that the order of the bytes is ours. A counter's
// key is its instance alone.
constexpr std::size_t kKeySize = wire::kIdSize + sizeof(std::uint64_t);
using KeyBytes = std::array<std::byte, kKeySize>;

KeyBytes bytes_of_key(const Journal::Key& key) {
  KeyBytes bytes;
  std::memcpy(bytes.data(), key.client.data(), key.client.size());
  wire::store_big(bytes.data() + wire::kIdSize, key.number);
  return bytes;
}

}  // namespace

Result<std::unique_ptr<RecordJournal>> RecordJournal::open(const std::string& path,
                                                           const std::string& boot) {
  STRAIT_ASSIGN(auto file, records::RecordFile::open(path, "journal of replies", boot));
  return std::unique_ptr<RecordJournal>(new RecordJournal(std::move(file)));
}

Result<Journal::Contents> RecordJournal::load() {
  STRAIT_ASSIGN(const records::Transaction transaction, file_->read());
  Contents found;
  bool sound = true;
  STRAIT_TRY(transaction.visit({}, [&](ConstBytes key, ConstBytes value) {
    if (key.size() == wire::kIdSize && value.size() == sizeof(std::uint64_t)) {
      Counter& counter = found.counters.emplace_back();
      std::memcpy(counter.instance.data(), key.data(), wire::kIdSize);
      counter.value = wire::load_big<std::uint64_t>(value.data());
      return true;
    }
    sound = key.size() == kKeySize;
    if (!sound) return false;
    Record& record = found.records.emplace_back();
    std::memcpy(record.key.client.data(), key.data(), wire::kIdSize);
    record.key.number = wire::load_big<std::uint64_t>(key.data() + wire::kIdSize);
    record.value.assign(value.begin(), value.end());
    return true;
  }));
  if (!sound) return error(ErrorKind::io, "journal of replies: a false key");
  return found;
}

Status RecordJournal::put(const Key& key, ConstBytes value, std::span<const Counter> counters) {
  STRAIT_ASSIGN(records::Transaction transaction, file_->write());
  STRAIT_TRY(transaction.put(bytes_of_key(key), value));
  for (const Counter& counter : counters) {
    std::array<std::byte, sizeof(std::uint64_t)> bytes;
    wire::store_big(bytes.data(), counter.value);
    STRAIT_TRY(counter.dropped ? transaction.erase(counter.instance)
                               : transaction.put(counter.instance, bytes));
  }
  return transaction.commit();
}

Status RecordJournal::erase(const wire::Id& client, std::uint64_t first, std::uint64_t last) {
  STRAIT_ASSIGN(records::Transaction transaction, file_->write());
  const KeyBytes to = bytes_of_key({client, last});
  std::vector<KeyBytes> gone;
  STRAIT_TRY(transaction.visit(bytes_of_key({client, first}), [&](ConstBytes key, ConstBytes) {
    if (std::memcmp(key.data(), to.data(), std::min(key.size(), kKeySize)) > 0) return false;
    if (key.size() == kKeySize) std::memcpy(gone.emplace_back().data(), key.data(), kKeySize);
    return true;
  }));
  for (const KeyBytes& key : gone) STRAIT_TRY(transaction.erase(key));
  return transaction.commit();
}

}  // namespace strait::server
