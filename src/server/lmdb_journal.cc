#include "server/lmdb_journal.h"

#include <fcntl.h>

#include <array>
#include <cstring>
#include <tuple>
#include <utility>

#include "sys/directory.h"
#include "sys/file.h"
#include "sys/range_lock.h"
#include "wire/byte_order.h"

namespace strait::server {
namespace {

constexpr std::size_t kMapSize = std::size_t{1} << 32;  // bytes of address space, not of disk
constexpr mdb_mode_t kMode = 0600;

Error failed(int code, std::string_view doing) {
  const std::string where = fmt::format("journal of replies: {}", doing);
  if (code > 0) return os_error(code, where);
  return error(code == MDB_MAP_FULL ? ErrorKind::no_space : ErrorKind::io, "{}: {}", where,
               mdb_strerror(code));
}

// The client's id and the number, big-endian, so that LMDB's order is ours.
constexpr std::size_t kKeySize = wire::kIdSize + sizeof(std::uint64_t);
using KeyBytes = std::array<std::byte, kKeySize>;

KeyBytes bytes_of_key(const Journal::Key& key) {
  KeyBytes bytes;
  std::memcpy(bytes.data(), key.client.data(), key.client.size());
  wire::store_big(bytes.data() + wire::kIdSize, key.number);
  return bytes;
}

MDB_val value_of(ConstBytes bytes) {
  return {bytes.size(), const_cast<std::byte*>(bytes.data())};  // LMDB only reads it
}

// Commits by commit() or not at all.
class Transaction {
 public:
  static Result<Transaction> begin(MDB_env* environment, unsigned flags) {
    MDB_txn* begun = nullptr;
    const int code = mdb_txn_begin(environment, nullptr, flags, &begun);
    if (code != 0) return failed(code, "beginning a transaction");
    return Transaction(begun);
  }
  Transaction(Transaction&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction() {
    if (handle_ != nullptr) mdb_txn_abort(handle_);
  }
  MDB_txn* get() const { return handle_; }
  Status commit() {
    const int code = mdb_txn_commit(std::exchange(handle_, nullptr));
    if (code != 0) return failed(code, "committing");
    return {};
  }

 private:
  explicit Transaction(MDB_txn* begun) : handle_(begun) {}
  MDB_txn* handle_;
};

// Closes with its transaction.
struct Cursor {
  MDB_cursor* handle = nullptr;
  Status open(MDB_txn* transaction, MDB_dbi table) {
    const int code = mdb_cursor_open(transaction, table, &handle);
    if (code != 0) return failed(code, "opening a cursor");
    return {};
  }
  ~Cursor() {
    if (handle != nullptr) mdb_cursor_close(handle);
  }
};

Result<bool> was_of_another_boot(int mark, const std::string& boot) {
  std::string before(boot.size() + 1, '\0');
  STRAIT_ASSIGN(const std::size_t length,
                sys::read_at(mark, std::as_writable_bytes(std::span(before)), 0));
  before.resize(length);
  return !before.empty() && before != boot;
}

}  // namespace

Result<std::unique_ptr<LmdbJournal>> LmdbJournal::open(const std::string& path,
                                                       const std::string& boot) {
  STRAIT_ASSIGN(sys::UniqueFd mark,
                sys::open_at(AT_FDCWD, path + ".boot", O_RDWR | O_CREAT, kMode));
  auto lock = sys::RangeLock::acquire(mark.get(), sys::LockKind::write, Extent{0, 0}, {});
  if (!lock) return error(ErrorKind::busy, "another server uses {}", path);
  lock->keep();
  std::unique_ptr<LmdbJournal> journal(new LmdbJournal(std::move(mark)));
  STRAIT_TRY(journal->start(path, boot));
  return journal;
}

Status LmdbJournal::start(const std::string& path, const std::string& boot) {
  STRAIT_ASSIGN(const bool torn, was_of_another_boot(mark_.get(), boot));
  if (torn) {
    const auto removed = sys::remove_at(AT_FDCWD, path, sys::RemoveKind::file);
    if (!removed && removed.error().kind != ErrorKind::not_found) return removed.error();
  }
  STRAIT_TRY(sys::truncate(mark_.get(), 0));
  STRAIT_TRY(sys::write_at(mark_.get(), bytes_of(boot), 0));

  if (const int code = mdb_env_create(&environment_)) return failed(code, "starting");
  if (const int code = mdb_env_set_mapsize(environment_, kMapSize)) return failed(code, "starting");
  constexpr unsigned kFlags = MDB_NOSUBDIR | MDB_NOSYNC | MDB_NOTLS;
  if (const int code = mdb_env_open(environment_, path.c_str(), kFlags, kMode)) {
    return failed(code, path);
  }
  STRAIT_ASSIGN(Transaction transaction, Transaction::begin(environment_, 0));
  if (const int code = mdb_dbi_open(transaction.get(), nullptr, 0, &table_)) {
    return failed(code, "opening its table");
  }
  return transaction.commit();
}

LmdbJournal::~LmdbJournal() {
  if (environment_ == nullptr) return;
  const bool synced = mdb_env_sync(environment_, 1) == 0;
  mdb_env_close(environment_);
  // If the mark cannot be emptied it stays, and the journal is trusted during this boot only.
  if (synced) std::ignore = sys::truncate(mark_.get(), 0);
}

Result<std::vector<Journal::Record>> LmdbJournal::load() {
  STRAIT_ASSIGN(const Transaction transaction, Transaction::begin(environment_, MDB_RDONLY));
  Cursor cursor;
  STRAIT_TRY(cursor.open(transaction.get(), table_));
  std::vector<Record> records;
  MDB_val name{};
  MDB_val value{};
  int code = 0;
  while ((code = mdb_cursor_get(cursor.handle, &name, &value, MDB_NEXT)) == 0) {
    if (name.mv_size != kKeySize) return error(ErrorKind::io, "journal of replies: a false key");
    const auto* key = static_cast<const std::byte*>(name.mv_data);
    const auto* bytes = static_cast<const std::byte*>(value.mv_data);
    Record record;
    std::memcpy(record.key.client.data(), key, wire::kIdSize);
    record.key.number = wire::load_big<std::uint64_t>(key + wire::kIdSize);
    record.value.assign(bytes, bytes + value.mv_size);
    records.push_back(std::move(record));
  }
  if (code != MDB_NOTFOUND) return failed(code, "reading");
  return records;
}

Status LmdbJournal::put(const Key& key, ConstBytes bytes) {
  STRAIT_ASSIGN(Transaction transaction, Transaction::begin(environment_, 0));
  const KeyBytes key_bytes = bytes_of_key(key);
  MDB_val name = value_of(key_bytes);
  MDB_val value = value_of(bytes);
  if (const int code = mdb_put(transaction.get(), table_, &name, &value, 0)) {
    return failed(code, "adding a record");
  }
  return transaction.commit();
}

Status LmdbJournal::erase(const wire::Id& client, std::uint64_t first, std::uint64_t last) {
  STRAIT_ASSIGN(Transaction transaction, Transaction::begin(environment_, 0));
  {
    Cursor cursor;
    STRAIT_TRY(cursor.open(transaction.get(), table_));
    const KeyBytes from = bytes_of_key({client, first});
    const KeyBytes to = bytes_of_key({client, last});
    MDB_val name = value_of(from);
    MDB_val value{};
    int code = mdb_cursor_get(cursor.handle, &name, &value, MDB_SET_RANGE);
    while (code == 0 && name.mv_size == kKeySize &&
           std::memcmp(name.mv_data, to.data(), kKeySize) <= 0) {
      if (const int deleted = mdb_cursor_del(cursor.handle, 0)) {
        return failed(deleted, "forgetting a record");
      }
      code = mdb_cursor_get(cursor.handle, &name, &value, MDB_NEXT);
    }
    if (code != 0 && code != MDB_NOTFOUND) return failed(code, "forgetting");
  }
  return transaction.commit();
}

}  // namespace strait::server
