// Decides how a list of extents is moved: which neighbours go together, and whether a group is
// worth reading as one window (data sieving: Thakur, Gropp, Lusk, 1999). Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bytes.h"

namespace strait::storage {

struct SievePolicy {
  // Bytes of a hole that cost about as much to move along as a system call of their own.
  std::uint64_t gap_max = 4096;
  // From this size on a contiguous run is moved by itself.
  std::uint64_t run_max = std::uint64_t{64} * 1024;
  // Runs that a window must save a system call for, each.
  std::size_t runs_min = 4;
  std::uint64_t window_max = std::uint64_t{256} * 1024;  // bytes
};

// The extents [first, first + count) of a list, ascending and without overlap.
struct Window {
  std::size_t first = 0;
  std::size_t count = 0;
  Extent hull;                // from the first byte to the last
  std::uint64_t payload = 0;  // bytes of the extents
  std::size_t runs = 0;       // contiguous stretches

  bool contiguous() const { return payload == hull.length; }
};

// The longest window that starts at `first`: contiguous ones are not bounded, others by the policy.
Window next_window(std::span<const Extent> extents, std::size_t first, const SievePolicy& policy);

inline bool pays(const Window& window, const SievePolicy& policy) {
  return window.runs >= policy.runs_min;
}

}  // namespace strait::storage
