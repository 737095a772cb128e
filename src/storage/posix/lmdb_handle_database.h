// The handle database in a file, on LMDB. It survives the server but not a crash of the host:
// commits are not synced, because losing an entry costs one lookup by name and syncing would cost
// every create a disk write. So that a file torn by a crash is never trusted, a mark beside it
// names the boot it was last written in; without an orderly close in another boot we start anew.
#pragma once

#include <lmdb.h>

#include <memory>
#include <string>

#include "storage/posix/handle_database.h"

namespace strait::storage {

class LmdbHandleDatabase final : public HandleDatabase {
 public:
  // One process, and in it one database object, has a file open at a time (busy).
  static Result<std::unique_ptr<HandleDatabase>> open(const std::string& path);
  ~LmdbHandleDatabase() override;

  Status put(const FileKey& key, std::string_view path) override;
  Result<std::optional<std::string>> find(const FileKey& key) override;
  Status erase(const FileKey& key, std::string_view path) override;
  Status rename(std::string_view from, std::string_view to) override;

 private:
  LmdbHandleDatabase(std::string path, sys::UniqueFd mark)
      : path_(std::move(path)), mark_(std::move(mark)) {}
  Status start();

  const std::string path_;
  sys::UniqueFd mark_;  // of the mark's file; holds the lock that keeps others away
  MDB_env* environment_ = nullptr;
  MDB_dbi table_ = 0;
};

}  // namespace strait::storage
