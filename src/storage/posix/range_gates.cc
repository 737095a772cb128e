#include "storage/posix/range_gates.h"

namespace strait::storage {

std::shared_ptr<RangeGate> RangeGates::of(const sys::FileStatus& status) {
  const Identity file{status.device, status.inode};
  const std::lock_guard lock(mutex_);
  std::weak_ptr<RangeGate>& known = gates_[file];
  if (auto gate = known.lock()) return gate;
  std::shared_ptr<RangeGate> made(new RangeGate, [weak = weak_from_this(), file](RangeGate* gate) {
    delete gate;
    if (const auto self = weak.lock()) self->let_go(file);
  });
  known = made;
  return made;
}

// The gate that was let go may have been followed by another one.
void RangeGates::let_go(const Identity& file) {
  const std::lock_guard lock(mutex_);
  const auto found = gates_.find(file);
  if (found != gates_.end() && found->second.expired()) gates_.erase(found);
}

std::size_t RangeGates::size() const {
  const std::lock_guard lock(mutex_);
  return gates_.size();
}

}  // namespace strait::storage
