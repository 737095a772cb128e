#include "storage/posix/open_object.h"

#include <utility>

#include "sys/file.h"

namespace strait::storage {

Status OpenObject::sync(const Descriptor& descriptor) {
  ++started_;
  // Before the sync: what is written while it runs may not be covered.
  dirty_ = false;
  Status synced = sys::sync(descriptor.fd.get());
  if (!synced) {
    ++failed_;
    last_failure_ = synced.error();
  }
  return synced;
}

Status OpenObject::commit(const Descriptor& descriptor) {
  const std::uint64_t started = started_;
  const std::uint64_t failed = failed_;
  const std::lock_guard lock(sync_mutex_);
  if (unreported_) return *std::exchange(unreported_, std::nullopt);
  if (failed_ != failed) return *last_failure_;
  // A sync that started after we came, and has ended, covers what we want.
  if (started_ != started) return {};
  return sync(descriptor);
}

void OpenObject::sync_before_close(const Descriptor& descriptor) {
  const std::lock_guard lock(sync_mutex_);
  if (!dirty_) return;
  if (Status synced = sync(descriptor); !synced) unreported_ = std::move(synced).error();
}

bool OpenObject::remembers_failure() const {
  const std::lock_guard lock(sync_mutex_);
  return unreported_.has_value();
}

}  // namespace strait::storage
