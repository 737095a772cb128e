// What the driver keeps about a file while it is in use or has something to remember: whether
// writes have not been committed, and write-back failures that no commit has reported yet. Shared
// by all requests on the file.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "base/result.h"
#include "storage/object.h"
#include "storage/posix/range_gate.h"
#include "sys/unique_fd.h"

namespace strait::storage {

// What an open descriptor can be used for; combined by |.
enum class Access : std::uint8_t { path = 0, read = 1, write = 2, read_write = 3 };

constexpr bool covers(Access have, Access need) {
  return (static_cast<int>(have) & static_cast<int>(need)) == static_cast<int>(need);
}

struct Descriptor {
  sys::UniqueFd fd;
  Access access = Access::path;
  ObjectKind kind = ObjectKind::file;
  std::shared_ptr<RangeGate> gate;  // of the file
};

class OpenObject {
 public:
  explicit OpenObject(const ObjectId& object) : id(object) {}

  const ObjectId id;
  std::atomic<std::uint64_t> stamp{0};  // moves with each write

  // To be called after bytes have moved, also after a failure, while the descriptor is still in
  // use: a commit that ran meanwhile may not have covered them.
  void wrote() noexcept {
    dirty_.store(true);
    stamp.fetch_add(1, std::memory_order_relaxed);
  }
  bool dirty() const noexcept { return dirty_.load(); }

  // Brings all that was written before the call to stable storage, once for all who wait for the
  // same. A failure is reported to every commit that was waiting, and so is one that an eviction
  // met earlier, once.
  Status commit(const Descriptor& descriptor);
  // The same for a descriptor that is about to be closed; a failure waits for the next commit.
  void sync_before_close(const Descriptor& descriptor);
  bool remembers_failure() const;

 private:
  Status sync(const Descriptor& descriptor);  // with sync_mutex_ held

  std::atomic<bool> dirty_{false};
  // Started and failed syncs, ever; written with sync_mutex_ held.
  std::atomic<std::uint64_t> started_{0}, failed_{0};
  mutable std::mutex sync_mutex_;      // held while syncing
  std::optional<Error> unreported_;    // guarded by sync_mutex_
  std::optional<Error> last_failure_;  // guarded by sync_mutex_
};

}  // namespace strait::storage
