#include "storage/posix/handle_database.h"

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

}  // namespace strait::storage
