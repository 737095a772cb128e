#include "server/record_journal.h"

#include <array>
#include <cstring>
#include <utility>

#include "wire/byte_order.h"

namespace strait::server {
namespace {

// The client's id and the number, big-endian, so that the order of the bytes is ours.
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

Result<std::vector<Journal::Record>> RecordJournal::load() {
  STRAIT_ASSIGN(const records::Transaction transaction, file_->read());
  std::vector<Record> found;
  bool sound = true;
  STRAIT_TRY(transaction.visit({}, [&](ConstBytes key, ConstBytes value) {
    sound = key.size() == kKeySize;
    if (!sound) return false;
    Record record;
    std::memcpy(record.key.client.data(), key.data(), wire::kIdSize);
    record.key.number = wire::load_big<std::uint64_t>(key.data() + wire::kIdSize);
    record.value.assign(value.begin(), value.end());
    found.push_back(std::move(record));
    return true;
  }));
  if (!sound) return error(ErrorKind::io, "journal of replies: a false key");
  return found;
}

Status RecordJournal::put(const Key& key, ConstBytes value) {
  STRAIT_ASSIGN(records::Transaction transaction, file_->write());
  STRAIT_TRY(transaction.put(bytes_of_key(key), value));
  return transaction.commit();
}

Status RecordJournal::erase(const wire::Id& client, std::uint64_t first, std::uint64_t last) {
  STRAIT_ASSIGN(records::Transaction transaction, file_->write());
  const KeyBytes to = bytes_of_key({client, last});
  std::vector<KeyBytes> gone;
  STRAIT_TRY(transaction.visit(bytes_of_key({client, first}), [&](ConstBytes key, ConstBytes) {
    if (key.size() != kKeySize || std::memcmp(key.data(), to.data(), kKeySize) > 0) return false;
    std::memcpy(gone.emplace_back().data(), key.data(), kKeySize);
    return true;
  }));
  for (const KeyBytes& key : gone) STRAIT_TRY(transaction.erase(key));
  return transaction.commit();
}

}  // namespace strait::server
