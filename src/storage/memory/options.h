// Settings of the memory driver.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>

#include "storage/object.h"

namespace strait::storage {

struct MemoryOptions {
  // Bytes of chunks that files may occupy together; more gives no_space.
  std::uint64_t capacity_bytes = std::numeric_limits<std::uint64_t>::max();
  // Keeps what `commit` covered apart, so that power_cut() can go back to it. Costs a copy of each
  // chunk written between two commits.
  bool durability = false;
  bool read_only = false;
  // Times that attributes show. Without it a count of changes, in nanoseconds.
  std::function<Timestamp()> now;
};

}  // namespace strait::storage
