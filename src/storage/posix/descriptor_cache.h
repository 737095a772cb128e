// Open descriptors of the files in use, the least recently used closed first. A descriptor in use
// is never closed, and one with uncommitted writes is synced before; so for a moment more may be
// open than the limit says. Thread-safe: one mutex guards the table and is never held over a system
// call, so requests on different files do not wait for each other.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "storage/posix/identity.h"
#include "storage/posix/open_object.h"
#include "storage/posix/range_gates.h"

namespace strait::storage {

class DescriptorCache {
 public:
  // Finds a file: an O_PATH descriptor of exactly the object named, or stale.
  using Finder = std::function<Result<sys::UniqueFd>(const ObjectId&)>;

  // What messages call an open file: its name in the export.
  using Namer = std::function<std::string(int fd)>;

  DescriptorCache(std::size_t descriptors_max, std::shared_ptr<RangeGates> gates, Finder find,
                  Namer name_of);
  ~DescriptorCache();  // syncs what is dirty; nobody is left to report failures to
  DescriptorCache(const DescriptorCache&) = delete;
  DescriptorCache& operator=(const DescriptorCache&) = delete;

  // Keeps the descriptor open for as long as it lives.
  struct Lease {
    std::shared_ptr<OpenObject> object;
    std::shared_ptr<const Descriptor> descriptor;
    int fd() const { return descriptor->fd.get(); }
  };
  // Asked for write, tries to get read as well.
  Result<Lease> acquire(const ObjectId& id, Access need);
  // Keeps a regular file's descriptor that was opened elsewhere, for reading and writing.
  void adopt(const ObjectId& id, sys::UniqueFd fd, const sys::FileStatus& status);
  // The file is gone: nothing about it is worth keeping.
  void forget(const ObjectId& id);
  // Closes what is idle, because the process has run out of descriptors.
  void shed();
  std::size_t open_count() const;
  // OpenObject::stamp of the file, 0 if nothing is kept about it.
  std::uint64_t stamp_of(const ObjectId& id) const;

  // Runs `open`; if it fails for want of descriptors, sheds and tries once more.
  template <class Open>
  auto with_descriptors(Open open) -> decltype(open()) {
    auto opened = open();
    if (opened || opened.error().kind != ErrorKind::exhausted) return opened;
    shed();
    return open();
  }

 private:
  struct Slot {
    std::shared_ptr<OpenObject> object;
    std::shared_ptr<const Descriptor> descriptor;  // may be absent: then not in `recent_`
    bool closing = false;
    std::list<ObjectId>::iterator place;  // in `recent_`, if there is a descriptor
  };
  struct Victim {
    std::shared_ptr<OpenObject> object;
    std::shared_ptr<const Descriptor> descriptor;
  };

  Result<Descriptor> open(const ObjectId& id, const Descriptor* known, Access need);
  Result<Descriptor> reopen(int path_fd, Access need);
  void drop_if_empty(const ObjectId& id, bool gone);  // with mutex_ held
  std::vector<Victim> choose(std::size_t count);      // with mutex_ held
  void close(const std::vector<Victim>& victims);
  void shrink();

  const std::size_t descriptors_max_;
  const std::shared_ptr<RangeGates> gates_;
  const Finder find_;
  const Namer name_of_;

  mutable std::mutex mutex_;
  std::unordered_map<ObjectId, Slot, ObjectIdHash> slots_;
  std::list<ObjectId> recent_;  // most recently used first
};

}  // namespace strait::storage
