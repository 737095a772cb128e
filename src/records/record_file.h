// Small records under keys, sorted by key, in a file that outlives its process: an LMDB file and a
// mark beside it. A commit is in the page cache when it returns; it is not synced to the disk,
// which would cost milliseconds each. So it survives the process and not a crash of the host, which
// may also leave the file torn. The mark holds the id of the boot in which the file is being
// written, and nothing after an orderly end, when all of it has been synced: a file that another
// boot left without one is discarded.
//
// One process, and in it one object, has a file open at a time. Thread-safe; LMDB lets one thread
// write at a time. Calls may block on the disk.
#pragma once

#include <lmdb.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "sys/unique_fd.h"

namespace strait::records {

// What one sees between its beginning and its end is one state of the file. Commits by commit() or
// not at all. Must end before its RecordFile; belongs to one thread.
class Transaction {
 public:
  Transaction(Transaction&& other) noexcept;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  // The bytes stay until the transaction ends or changes something.
  Result<std::optional<ConstBytes>> find(ConstBytes key) const;
  Status put(ConstBytes key, ConstBytes value);
  Status erase(ConstBytes key);  // fine where it is not there
  // Each record from the first whose key is not less than `from` (empty: from the start), in order,
  // until `wanted` says no. It may not change anything.
  using Wanted = std::function<bool(ConstBytes key, ConstBytes value)>;
  Status visit(ConstBytes from, const Wanted& wanted) const;
  Status commit();

 private:
  friend class RecordFile;
  Transaction(MDB_txn* begun, MDB_dbi table, const std::string& purpose)
      : begun_(begun), table_(table), purpose_(&purpose) {}

  MDB_txn* begun_;
  MDB_dbi table_;
  const std::string* purpose_;
};

class RecordFile {
 public:
  // Names `path` and, beside it, `path`.boot. `purpose` begins each message; `boot` names this run
  // of the host (sys/boot.h). busy: it is open elsewhere.
  static Result<std::unique_ptr<RecordFile>> open(const std::string& path, std::string purpose,
                                                  const std::string& boot);
  ~RecordFile();
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;

  Result<Transaction> read();
  Result<Transaction> write();

 private:
  RecordFile(std::string purpose, sys::UniqueFd mark)
      : purpose_(std::move(purpose)), mark_(std::move(mark)) {}
  Status start(const std::string& path, const std::string& boot);
  Result<Transaction> begin(unsigned flags);

  const std::string purpose_;
  const sys::UniqueFd mark_;        // locked as long as the file is open
  MDB_env* environment_ = nullptr;  // once it is open
  MDB_dbi table_ = 0;
};

}  // namespace strait::records
