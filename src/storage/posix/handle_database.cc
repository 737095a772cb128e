#include "storage/posix/handle_database.h"

#include "storage/posix/file_handle_database.h"

namespace strait::storage {

std::optional<std::string> renamed(std::string_view path, std::string_view from,
                                   std::string_view to) {
  if (path == from) return std::string(to);
  if (path.size() > from.size() && path.starts_with(from) && path[from.size()] == '/') {
    return fmt::format("{}{}", to, path.substr(from.size()));
  }
  return {};
}

Status MemoryHandleDatabase::put(const FileKey& key, std::string_view path) {
  const std::lock_guard lock(mutex_);
  paths_[key] = path;
  return {};
}

Result<std::optional<std::string>> MemoryHandleDatabase::find(const FileKey& key) {
  const std::lock_guard lock(mutex_);
  const auto found = paths_.find(key);
  if (found == paths_.end()) return std::optional<std::string>();
  return std::optional(found->second);
}

Status MemoryHandleDatabase::erase(const FileKey& key, std::string_view path) {
  const std::lock_guard lock(mutex_);
  const auto found = paths_.find(key);
  if (found != paths_.end() && found->second == path) paths_.erase(found);
  return {};
}

Status MemoryHandleDatabase::rename(std::string_view from, std::string_view to) {
  const std::lock_guard lock(mutex_);
  for (auto& [key, path] : paths_) {
    if (auto moved = renamed(path, from, to)) path = std::move(*moved);
  }
  return {};
}

Result<std::unique_ptr<HandleDatabase>> open_handle_database(const std::string& where) {
  constexpr std::string_view kFile = "file:";
  if (where == "memory") return std::unique_ptr<HandleDatabase>(new MemoryHandleDatabase);
  if (where.starts_with(kFile) && where.size() > kFile.size()) {
    return FileHandleDatabase::open(where.substr(kFile.size()));
  }
  return error(ErrorKind::invalid_argument, "handle database {}: memory or file:PATH", where);
}

}  // namespace strait::storage
