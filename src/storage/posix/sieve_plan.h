// Decides how a list of strips is moved: which neighbours go together, and whether a group is worth
// reading as one window (data sieving: Thakur, Gropp, Lusk, 1999). Costs a few nanoseconds a strip
// and a window, nothing a row. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/strip.h"

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

// Some of a list's rows, one after the other: whole strips but for the first and the last one.
class Rows {
 public:
  Rows() = default;
  // From row `first` of the first strip to before row `end` of the last.
  Rows(std::span<const Strip> strips, std::uint64_t first, std::uint64_t end)
      : strips_(strips), first_(first), end_(end) {}

  std::size_t strips() const { return strips_.size(); }
  Strip strip(std::size_t index) const {
    const Strip& whole = strips_[index];
    if (whole.count == 1) return whole;
    const std::uint64_t first = index == 0 ? first_ : 0;
    const std::uint64_t end = index + 1 == strips_.size() ? end_ : whole.count;
    return whole.part(first, end - first);
  }

 private:
  std::span<const Strip> strips_;
  std::uint64_t first_ = 0;
  std::uint64_t end_ = 0;
};

// Rows that ascend without overlap and are moved together.
struct Window {
  Rows rows;
  Extent hull;                // from the first byte to the last
  std::uint64_t payload = 0;  // bytes of the rows
  std::uint64_t runs = 0;     // contiguous stretches
  Extent last;                // the last row; all of a contiguous window

  bool contiguous() const { return payload == hull.length; }
};

inline bool pays(const Window& window, const SievePolicy& policy) {
  return window.runs >= policy.runs_min;
}

// Cuts a list into windows, each as long as it can be: contiguous ones are not bounded, others by
// the policy. The rows have been found to lie within what files can have.
class SievePlan {
 public:
  SievePlan(std::span<const Strip> strips, const SievePolicy& policy)
      : strips_(strips), policy_(policy) {}

  // At the end: without payload.
  Window next();

 private:
  // Where the next window begins.
  struct Place {
    std::size_t strip = 0;
    std::uint64_t row = 0;
  };

  void take_run(Window& window);
  void take_neighbours(Window& window);

  const std::span<const Strip> strips_;
  const SievePolicy policy_;
  Place at_;
};

}  // namespace strait::storage
