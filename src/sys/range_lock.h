// Byte-range locks that other programs on this host see (open file description locks, Linux 3.15;
// ROMIO and NFS locks of the same range exclude them). They belong to the description: threads that
// share a descriptor do not exclude each other, and ranges held through one must not overlap.
#pragma once

#include <cstdint>
#include <utility>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"

namespace strait::sys {

enum class LockKind : std::uint8_t { read, write };

// Unlocks when destroyed. The descriptor must outlive it.
class RangeLock {
 public:
  // A length of 0 reaches to the end of all files. Waits, sleeping, until the lock is free or
  // `wait` is over (locked). Other errors (unsupported, exhausted) mean that there is no locking
  // here.
  static Result<RangeLock> acquire(int fd, LockKind kind, const Extent& range, Duration wait);
  RangeLock(RangeLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)), range_(other.range_) {}
  RangeLock& operator=(RangeLock&&) = delete;
  ~RangeLock();

  // The lock stays for as long as the descriptor is open.
  void keep() { fd_ = -1; }

 private:
  RangeLock(int fd, const Extent& range) : fd_(fd), range_(range) {}

  int fd_;
  Extent range_;
};

}  // namespace strait::sys
