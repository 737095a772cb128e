// The gates of all files that this process has open, whichever export or name they were found by:
// two drivers that share this table keep out of each other's way in a file that both offer. A gate
// lives as long as somebody holds it, and whoever holds one holds the file open too, so that its
// inode number is not another's meanwhile.
//
// Thread-safe. Owned by the drivers together; gates may outlive it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "storage/posix/range_gate.h"
#include "sys/file.h"

namespace strait::storage {

class RangeGates : public std::enable_shared_from_this<RangeGates> {
 public:
  // Of a file that the caller has open.
  std::shared_ptr<RangeGate> of(const sys::FileStatus& status);
  std::size_t size() const;  // gates that somebody holds

 private:
  using Identity = std::pair<std::uint64_t, std::uint64_t>;  // device, inode

  void let_go(const Identity& file);

  mutable std::mutex mutex_;
  std::map<Identity, std::weak_ptr<RangeGate>> gates_;  // guarded by mutex_
};

}  // namespace strait::storage
