#include "storage/posix/descriptor_cache.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <limits>

#include "sys/file.h"

namespace strait::storage {
namespace {

// How far from the end a clean descriptor is looked for, before one is synced to be closed.
constexpr int kCleanSearch = 16;

}  // namespace

DescriptorCache::DescriptorCache(std::size_t descriptors_max, std::shared_ptr<RangeGates> gates,
                                 Finder find, Namer name_of)
    : descriptors_max_(std::max<std::size_t>(descriptors_max, 1)),
      gates_(std::move(gates)),
      find_(std::move(find)),
      name_of_(std::move(name_of)) {}

DescriptorCache::~DescriptorCache() {
  for (auto& [id, slot] : slots_) {
    if (slot.descriptor) slot.object->sync_before_close(*slot.descriptor);
  }
}

Result<Descriptor> DescriptorCache::reopen(int path_fd, Access need) {
  STRAIT_ASSIGN(const sys::FileStatus status, sys::status_of(path_fd));
  Descriptor opened;
  opened.kind = kind_of_mode(status.mode);
  opened.gate = gates_->of(status);
  const auto open_as = [&](Access access, int flags) -> Status {
    auto fd = sys::reopen(path_fd, flags | O_NOCTTY | O_NONBLOCK);
    if (!fd) return os_error(fd.error().os_errno, fmt::format("opening {}", name_of_(path_fd)));
    opened.fd = std::move(*fd);
    opened.access = access;
    return {};
  };
  if (opened.kind == ObjectKind::directory) {
    STRAIT_TRY(open_as(Access::read, O_RDONLY | O_DIRECTORY));
    return opened;
  }
  if (opened.kind != ObjectKind::file) {
    return error(ErrorKind::invalid_argument, "only regular files have data");
  }
  if (!covers(need, Access::write)) {
    STRAIT_TRY(open_as(Access::read, O_RDONLY));
    return opened;
  }
  Status status_opened = open_as(Access::read_write, O_RDWR);
  if (!status_opened && status_opened.error().kind == ErrorKind::permission_denied &&
      need == Access::write) {
    status_opened = open_as(Access::write, O_WRONLY);
  }
  STRAIT_TRY(std::move(status_opened));
  return opened;
}

Result<Descriptor> DescriptorCache::open(const ObjectId& id, const Descriptor* known, Access need) {
  if (known != nullptr) return reopen(known->fd.get(), need);
  STRAIT_ASSIGN(sys::UniqueFd path, find_(id));
  if (need != Access::path) return reopen(path.get(), need);
  STRAIT_ASSIGN(const sys::FileStatus status, sys::status_of(path.get()));
  return Descriptor{std::move(path), Access::path, kind_of_mode(status.mode), gates_->of(status)};
}

Result<DescriptorCache::Lease> DescriptorCache::acquire(const ObjectId& id, Access need) {
  Lease lease;
  {
    const std::lock_guard lock(mutex_);
    Slot& slot = slots_[id];
    if (!slot.object) slot.object = std::make_shared<OpenObject>(id);
    lease = {slot.object, slot.descriptor};
    if (slot.descriptor) recent_.splice(recent_.begin(), recent_, slot.place);
  }
  if (lease.descriptor) {
    const Access have = lease.descriptor->access;
    if (covers(have, need)) return lease;
    if (lease.descriptor->kind == ObjectKind::directory && covers(need, Access::write)) {
      return error(ErrorKind::is_a_directory, "a directory has no data");
    }
  }
  auto opened = with_descriptors([&] { return open(id, lease.descriptor.get(), need); });
  if (!opened) {
    const std::lock_guard lock(mutex_);
    lease = {};
    drop_if_empty(id, opened.error().kind == ErrorKind::stale);
    return std::move(opened).error();
  }
  if (opened->kind == ObjectKind::directory && covers(need, Access::write)) {
    return error(ErrorKind::is_a_directory, "a directory has no data");
  }
  std::shared_ptr<const Descriptor> replaced;  // closed after the mutex is released
  {
    const std::lock_guard lock(mutex_);
    Slot& slot = slots_[id];
    if (!slot.object) slot.object = lease.object;  // forgotten meanwhile, and opened again
    lease.object = slot.object;
    if (slot.descriptor && covers(slot.descriptor->access, need)) {
      lease.descriptor = slot.descriptor;  // somebody else was faster
    } else {
      lease.descriptor = std::make_shared<const Descriptor>(std::move(*opened));
      replaced = std::exchange(slot.descriptor, lease.descriptor);
      if (!replaced) slot.place = recent_.insert(recent_.begin(), id);
    }
  }
  shrink();
  return lease;
}

void DescriptorCache::adopt(const ObjectId& id, sys::UniqueFd fd, const sys::FileStatus& status) {
  Descriptor descriptor{std::move(fd), Access::read_write, ObjectKind::file, gates_->of(status)};
  {
    const std::lock_guard lock(mutex_);
    Slot& slot = slots_[id];
    if (!slot.object) slot.object = std::make_shared<OpenObject>(id);
    if (slot.descriptor) return;
    slot.descriptor = std::make_shared<const Descriptor>(std::move(descriptor));
    slot.place = recent_.insert(recent_.begin(), id);
  }
  shrink();
}

void DescriptorCache::forget(const ObjectId& id) {
  Slot forgotten;  // closed after the mutex is released
  const std::lock_guard lock(mutex_);
  const auto found = slots_.find(id);
  if (found == slots_.end()) return;
  forgotten = std::move(found->second);
  if (forgotten.descriptor) recent_.erase(forgotten.place);
  slots_.erase(found);
}

void DescriptorCache::drop_if_empty(const ObjectId& id, bool gone) {
  const auto found = slots_.find(id);
  if (found == slots_.end() || found->second.descriptor) return;
  // Others may hold it: they put their descriptor into it soon.
  if (found->second.object.use_count() != 1) return;
  if (gone || !found->second.object->remembers_failure()) slots_.erase(found);
}

std::vector<DescriptorCache::Victim> DescriptorCache::choose(std::size_t count) {
  std::vector<Victim> victims;
  const auto idle = [](const Slot& slot) {
    return !slot.closing && slot.descriptor.use_count() == 1;
  };
  const auto take = [&](Slot& slot) {
    slot.closing = true;
    victims.push_back({slot.object, slot.descriptor});
  };
  int seen = 0;
  for (auto at = recent_.rbegin(); at != recent_.rend() && victims.size() < count; ++at) {
    if (++seen > kCleanSearch) break;
    if (Slot& slot = slots_.at(*at); idle(slot) && !slot.object->dirty()) take(slot);
  }
  for (auto at = recent_.rbegin(); at != recent_.rend() && victims.size() < count; ++at) {
    if (Slot& slot = slots_.at(*at); idle(slot)) take(slot);
  }
  return victims;
}

void DescriptorCache::close(const std::vector<Victim>& victims) {
  for (const Victim& victim : victims) {
    victim.object->sync_before_close(*victim.descriptor);
  }
  const std::lock_guard lock(mutex_);
  for (const Victim& victim : victims) {
    const ObjectId& id = victim.object->id;
    const auto found = slots_.find(id);
    if (found == slots_.end() || found->second.object != victim.object) continue;
    Slot& slot = found->second;
    slot.closing = false;
    // Ours and the table's: nobody has taken it up meanwhile.
    if (slot.descriptor != victim.descriptor || slot.descriptor.use_count() != 2 ||
        slot.object->dirty()) {
      continue;
    }
    recent_.erase(slot.place);
    slot.descriptor.reset();
    if (slot.object.use_count() == 2 && !slot.object->remembers_failure()) slots_.erase(found);
  }
}

void DescriptorCache::shrink() {
  std::vector<Victim> victims;
  {
    const std::lock_guard lock(mutex_);
    if (recent_.size() <= descriptors_max_) return;
    victims = choose(recent_.size() - descriptors_max_);
  }
  close(victims);
}

void DescriptorCache::shed() {
  std::vector<Victim> victims;
  {
    const std::lock_guard lock(mutex_);
    victims = choose(std::numeric_limits<std::size_t>::max());
  }
  close(victims);
}

std::uint64_t DescriptorCache::stamp_of(const ObjectId& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = slots_.find(id);
  return found == slots_.end() ? 0 : found->second.object->stamp.load();
}

std::size_t DescriptorCache::open_count() const {
  const std::lock_guard lock(mutex_);
  return recent_.size();
}

}  // namespace strait::storage
