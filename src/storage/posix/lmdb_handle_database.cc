#include "storage/posix/lmdb_handle_database.h"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <tuple>
#include <vector>

#include "sys/directory.h"
#include "sys/file.h"
#include "sys/random.h"
#include "sys/range_lock.h"

namespace strait::storage {
namespace {

constexpr std::size_t kMapSize = std::size_t{1} << 32;  // bytes of address space, not of disk
constexpr std::size_t kMarkMax = 64;                    // bytes: a boot id is 37
constexpr mdb_mode_t kMode = 0600;

Error failed(int code, std::string_view doing) {
  if (code > 0) return os_error(code, fmt::format("handle database: {}", doing));
  const ErrorKind kind = code == MDB_MAP_FULL ? ErrorKind::no_space : ErrorKind::io;
  return error(kind, "handle database: {}: {}", doing, mdb_strerror(code));
}

MDB_val value_of(std::string_view text) {
  return {text.size(), const_cast<char*>(text.data())};  // LMDB only reads it
}

std::string_view text_of(const MDB_val& value) {
  return {static_cast<const char*>(value.mv_data), value.mv_size};
}

MDB_val key_of(const FileKey& key) {
  static_assert(sizeof(FileKey) == 16);
  return {sizeof key, const_cast<FileKey*>(&key)};
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

Result<std::string> read_all(int fd) {
  std::string text(kMarkMax, '\0');
  STRAIT_ASSIGN(const std::size_t length,
                sys::read_at(fd, std::as_writable_bytes(std::span(text)), 0));
  text.resize(length);
  return text;
}

std::string boot_id() {
  auto fd = sys::open_at(AT_FDCWD, "/proc/sys/kernel/random/boot_id", O_RDONLY);
  if (!fd) return {};
  return read_all(fd->get()).value_or(std::string());
}

}  // namespace

Result<std::unique_ptr<HandleDatabase>> LmdbHandleDatabase::open(const std::string& path) {
  STRAIT_ASSIGN(sys::UniqueFd mark,
                sys::open_at(AT_FDCWD, path + ".boot", O_RDWR | O_CREAT, kMode));
  if (auto lock = sys::RangeLock::acquire(mark.get(), sys::LockKind::write, Extent{0, 0}, {});
      lock) {
    lock->keep();
  } else {
    return Error(lock.error()).during(fmt::format("handle database {}", path));
  }
  std::unique_ptr<LmdbHandleDatabase> made(new LmdbHandleDatabase(path, std::move(mark)));
  STRAIT_TRY(made->start());
  return std::unique_ptr<HandleDatabase>(std::move(made));
}

Status LmdbHandleDatabase::start() {
  STRAIT_ASSIGN(const std::string before, read_all(mark_.get()));
  std::string now = boot_id();
  if (now.empty()) now = fmt::format("unknown {}", sys::SystemRandom().next());  // trusts nobody
  if (!before.empty() && before != now) {
    const auto removed = sys::remove_at(AT_FDCWD, path_, sys::RemoveKind::file);
    if (!removed && removed.error().kind != ErrorKind::not_found) return removed.error();
  }
  STRAIT_TRY(sys::truncate(mark_.get(), 0));
  STRAIT_TRY(sys::write_at(mark_.get(), bytes_of(now), 0));

  if (const int code = mdb_env_create(&environment_)) return failed(code, "starting");
  if (const int code = mdb_env_set_mapsize(environment_, kMapSize)) return failed(code, "starting");
  constexpr unsigned kFlags = MDB_NOSUBDIR | MDB_NOSYNC | MDB_NOTLS;
  if (const int code = mdb_env_open(environment_, path_.c_str(), kFlags, kMode)) {
    return failed(code, path_);
  }
  STRAIT_ASSIGN(Transaction transaction, Transaction::begin(environment_, 0));
  if (const int code = mdb_dbi_open(transaction.get(), nullptr, 0, &table_)) {
    return failed(code, "opening its table");
  }
  return transaction.commit();
}

LmdbHandleDatabase::~LmdbHandleDatabase() {
  if (environment_ == nullptr) return;
  const bool synced = mdb_env_sync(environment_, 1) == 0;
  mdb_env_close(environment_);
  // Only what is on the disk may be trusted after a reboot; if the mark cannot be emptied it stays
  // and says so.
  if (synced) std::ignore = sys::truncate(mark_.get(), 0);
}

Status LmdbHandleDatabase::put(const FileKey& key, std::string_view path) {
  STRAIT_ASSIGN(const auto before, find(key));
  if (before == path) return {};
  STRAIT_ASSIGN(Transaction transaction, Transaction::begin(environment_, 0));
  MDB_val name = key_of(key);
  MDB_val value = value_of(path);
  if (const int code = mdb_put(transaction.get(), table_, &name, &value, 0)) {
    return failed(code, "adding a file");
  }
  return transaction.commit();
}

Result<std::optional<std::string>> LmdbHandleDatabase::find(const FileKey& key) {
  STRAIT_ASSIGN(const Transaction transaction, Transaction::begin(environment_, MDB_RDONLY));
  MDB_val name = key_of(key);
  MDB_val value{};
  const int code = mdb_get(transaction.get(), table_, &name, &value);
  if (code == MDB_NOTFOUND) return std::optional<std::string>();
  if (code != 0) return failed(code, "finding a file");
  return std::optional(std::string(text_of(value)));
}

Status LmdbHandleDatabase::erase(const FileKey& key, std::string_view path) {
  STRAIT_ASSIGN(const auto before, find(key));
  if (before != path) return {};
  STRAIT_ASSIGN(Transaction transaction, Transaction::begin(environment_, 0));
  MDB_val name = key_of(key);
  const int code = mdb_del(transaction.get(), table_, &name, nullptr);
  if (code != 0 && code != MDB_NOTFOUND) return failed(code, "forgetting a file");
  return transaction.commit();
}

Status LmdbHandleDatabase::rename(std::string_view from, std::string_view to) {
  STRAIT_ASSIGN(Transaction transaction, Transaction::begin(environment_, 0));
  MDB_cursor* cursor = nullptr;
  if (const int code = mdb_cursor_open(transaction.get(), table_, &cursor)) {
    return failed(code, "renaming");
  }
  std::vector<std::pair<FileKey, std::string>> moved;
  MDB_val name{};
  MDB_val value{};
  int code = 0;
  while ((code = mdb_cursor_get(cursor, &name, &value, MDB_NEXT)) == 0) {
    if (auto path = renamed(text_of(value), from, to)) {
      FileKey key;
      std::memcpy(&key, name.mv_data, sizeof key);
      moved.emplace_back(key, std::move(*path));
    }
  }
  mdb_cursor_close(cursor);
  if (code != MDB_NOTFOUND) return failed(code, "renaming");
  for (const auto& [key, path] : moved) {
    name = key_of(key);
    value = value_of(path);
    if (const int put = mdb_put(transaction.get(), table_, &name, &value, 0)) {
      return failed(put, "renaming");
    }
  }
  return transaction.commit();
}

Result<std::unique_ptr<HandleDatabase>> open_handle_database(const std::string& where) {
  constexpr std::string_view kFile = "file:";
  if (where == "memory") return std::unique_ptr<HandleDatabase>(new MemoryHandleDatabase);
  if (where.starts_with(kFile) && where.size() > kFile.size()) {
    return LmdbHandleDatabase::open(where.substr(kFile.size()));
  }
  return error(ErrorKind::invalid_argument, "handle database {}: memory or file:PATH", where);
}

}  // namespace strait::storage
