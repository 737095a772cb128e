#include "storage/posix/sieve_plan.h"

namespace strait::storage {

Window next_window(std::span<const Extent> extents, std::size_t first, const SievePolicy& policy) {
  const std::uint64_t start = extents[first].offset;
  const std::uint64_t window_end_max =
      start > kFileOffsetMax - policy.window_max ? kFileOffsetMax : start + policy.window_max;
  std::uint64_t end = extents[first].end();
  std::uint64_t payload = extents[first].length;
  std::size_t runs = 1;
  std::size_t at = first + 1;
  for (; at < extents.size(); ++at) {
    const Extent next = extents[at];
    if (next.offset == end) {
      if (runs > 1 && next.end() > window_end_max) break;
    } else {
      // Backwards, too far ahead, or beyond the window.
      if (next.offset - end > policy.gap_max || next.end() > window_end_max) break;
      if (runs == 1 && payload >= policy.run_max) break;
      ++runs;
    }
    payload += next.length;
    end = next.end();
  }
  return {first, at - first, {start, end - start}, payload, runs};
}

}  // namespace strait::storage
