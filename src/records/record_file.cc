#include "records/record_file.h"

#include <fcntl.h>

#include <tuple>
#include <utility>

#include "records/failure.h"
#include "sys/directory.h"
#include "sys/file.h"
#include "sys/range_lock.h"

namespace strait::records {
namespace {

constexpr std::size_t kMapSize = std::size_t{1} << 32;  // bytes of address space, not of disk
constexpr std::size_t kMarkMax = 64;                    // bytes: the kernel's boot id has 37
constexpr mdb_mode_t kMode = 0600;

Result<std::string> read_mark(int fd) {
  std::string text(kMarkMax, '\0');
  STRAIT_ASSIGN(const std::size_t length,
                sys::read_at(fd, std::as_writable_bytes(std::span(text)), 0));
  text.resize(length);
  return text;
}

}  // namespace

Result<std::unique_ptr<RecordFile>> RecordFile::open(const std::string& path, std::string purpose,
                                                     const std::string& boot) {
  STRAIT_ASSIGN(sys::UniqueFd mark,
                sys::open_at(AT_FDCWD, path + ".boot", O_RDWR | O_CREAT, kMode));
  auto lock = sys::RangeLock::acquire(mark.get(), sys::LockKind::write, Extent{0, 0}, {});
  if (!lock) return error(ErrorKind::busy, "{}: another server uses {}", purpose, path);
  lock->keep();
  std::unique_ptr<RecordFile> file(new RecordFile(std::move(purpose), std::move(mark)));
  STRAIT_TRY(file->start(path, boot));
  return file;
}

Status RecordFile::start(const std::string& path, const std::string& boot) {
  STRAIT_ASSIGN(const std::string before, read_mark(mark_.get()));
  if (!before.empty() && before != boot) {
    const auto removed = sys::remove_at(AT_FDCWD, path, sys::RemoveKind::file);
    if (!removed && removed.error().kind != ErrorKind::not_found) return removed.error();
  }
  // On the disk before anything else is: were the host to stop now, an empty mark beside a torn
  // file would have it trusted. Never empty in between, for the same reason.
  STRAIT_TRY(sys::write_at(mark_.get(), bytes_of(boot), 0));
  STRAIT_TRY(sys::truncate(mark_.get(), boot.size()));
  STRAIT_TRY(sys::sync(mark_.get()));

  const auto failed = [this](int code, std::string_view doing) {
    return failure(code, purpose_, doing);
  };
  MDB_env* made = nullptr;
  if (const int code = mdb_env_create(&made)) return failed(code, "starting");
  std::unique_ptr<MDB_env, decltype(&mdb_env_close)> environment(made, mdb_env_close);
  if (const int code = mdb_env_set_mapsize(made, kMapSize)) return failed(code, "starting");
  constexpr unsigned kFlags = MDB_NOSUBDIR | MDB_NOSYNC | MDB_NOTLS;
  if (const int code = mdb_env_open(made, path.c_str(), kFlags, kMode)) return failed(code, path);
  environment_ = environment.release();
  STRAIT_ASSIGN(Transaction transaction, write());
  if (const int code = mdb_dbi_open(transaction.begun_, nullptr, 0, &table_)) {
    return failed(code, "opening its table");
  }
  return transaction.commit();
}

RecordFile::~RecordFile() {
  if (environment_ == nullptr) return;
  const bool synced = mdb_env_sync(environment_, 1) == 0;
  mdb_env_close(environment_);
  // If the mark cannot be emptied it stays, and the file is trusted during this boot only.
  if (synced) std::ignore = sys::truncate(mark_.get(), 0);
}

Result<Transaction> RecordFile::begin(unsigned flags) {
  MDB_txn* begun = nullptr;
  const int code = mdb_txn_begin(environment_, nullptr, flags, &begun);
  if (code != 0) return failure(code, purpose_, "beginning a transaction");
  return Transaction(begun, table_, purpose_);
}

Result<Transaction> RecordFile::read() { return begin(MDB_RDONLY); }
Result<Transaction> RecordFile::write() { return begin(0); }

}  // namespace strait::records
