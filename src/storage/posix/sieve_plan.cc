#include "storage/posix/sieve_plan.h"

namespace strait::storage {

Window next_window(std::span<const Extent> extents, std::size_t first, const SievePolicy& policy) {
  const std::uint64_t start = extents[first].offset;
  const std::uint64_t window_end_max =
      start > kFileOffsetMax - policy.window_max ? kFileOffsetMax : start + policy.window_max;
  std::uint64_t end = extents[first].end();
  std::uint64_t payload = extents[first].length;
  std::size_t at = first + 1;
  while (at < extents.size() && extents[at].offset == end) {
    payload += extents[at].length;
    end = extents[at++].end();
  }
  std::size_t runs = 1;
  if (payload >= policy.run_max) return {first, at - first, {start, end - start}, payload, runs};
  for (; at < extents.size(); ++at) {
    const Extent next = extents[at];
    const std::uint64_t gap = next.offset - end;  // backwards: beyond all bounds
    if (gap > policy.gap_max || next.end() > window_end_max) break;
    runs += gap != 0 ? 1 : 0;
    payload += next.length;
    end = next.end();
  }
  return {first, at - first, {start, end - start}, payload, runs};
}

}  // namespace strait::storage
