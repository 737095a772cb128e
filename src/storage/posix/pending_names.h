// Names that were made or moved through us and that no commit has covered yet: for each file the
// directories that must be synced before it is committed. Thread-safe; makes no system calls.
#pragma once

#include <mutex>
#include <set>
#include <unordered_map>

#include "storage/posix/identity.h"

namespace strait::storage {

// Files remembered at a time; further ones have their directory synced at once.
inline constexpr std::size_t kPendingNamesMax = 65536;

class PendingNames {
 public:
  // False if there is no room: the caller syncs the directory itself.
  bool add(const ObjectId& object, const ObjectId& directory) {
    const std::lock_guard lock(mutex_);
    const auto found = directories_.find(object);
    if (found == directories_.end() && directories_.size() >= kPendingNamesMax) return false;
    directories_[object].insert(directory);
    return true;
  }
  // The caller is about to sync these; what fails must be added again.
  std::set<ObjectId> take(const ObjectId& object) {
    const std::lock_guard lock(mutex_);
    const auto found = directories_.find(object);
    if (found == directories_.end()) return {};
    std::set<ObjectId> taken = std::move(found->second);
    directories_.erase(found);
    return taken;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<ObjectId, std::set<ObjectId>, ObjectIdHash> directories_;
};

}  // namespace strait::storage
