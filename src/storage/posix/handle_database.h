// Where files are found again where the kernel's handles cannot be used: (inode, birth) -> path in
// the export. A path is only a place to look: the driver checks that what it finds has the key.
// Implementations are thread-safe.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "storage/posix/identity.h"

namespace strait::storage {

class HandleDatabase {
 public:
  virtual ~HandleDatabase() = default;
  virtual Status put(const FileKey& key, std::string_view path) = 0;
  virtual Result<std::optional<std::string>> find(const FileKey& key) = 0;
  // Forgets the key if it has that path.
  virtual Status erase(const FileKey& key, std::string_view path) = 0;
  // Moves `from` and all below it. Looks at every entry where a directory moves.
  virtual Status rename(std::string_view from, std::string_view to) = 0;
};

// "memory" or "file:PATH".
Result<std::unique_ptr<HandleDatabase>> open_handle_database(const std::string& where);

// The new path of `path` when `from` becomes `to`; nothing if it is not concerned.
std::optional<std::string> renamed(std::string_view path, std::string_view from,
                                   std::string_view to);

class MemoryHandleDatabase final : public HandleDatabase {
 public:
  Status put(const FileKey& key, std::string_view path) override;
  Result<std::optional<std::string>> find(const FileKey& key) override;
  Status erase(const FileKey& key, std::string_view path) override;
  Status rename(std::string_view from, std::string_view to) override;

 private:
  std::mutex mutex_;
  std::map<FileKey, std::string> paths_;  // guarded by mutex_
};

}  // namespace strait::storage
