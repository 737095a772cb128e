#include "storage/posix/sieve_plan.h"

namespace strait::storage {

Window SievePlan::next() {
  while (at_.strip < strips_.size() && strips_[at_.strip].empty()) ++at_.strip;
  Window window;
  if (at_.strip == strips_.size()) return window;
  const Place begin = at_;
  window.hull.offset = strips_[begin.strip].row(begin.row).offset;
  take_run(window);
  if (window.payload < policy_.run_max) take_neighbours(window);
  const bool within = at_.row != 0;  // a strip
  const std::size_t end = at_.strip + (within ? 1 : 0);
  window.rows = Rows(strips_.subspan(begin.strip, end - begin.strip), begin.row,
                     within ? at_.row : strips_[end - 1].count);
  return window;
}

// All rows that touch, from here on.
void SievePlan::take_run(Window& window) {
  std::uint64_t end = window.hull.offset;
  for (; at_.strip < strips_.size(); at_ = {at_.strip + 1, 0}) {
    const Strip& strip = strips_[at_.strip];
    if (strip.empty()) continue;
    if (strip.row(at_.row).offset != end) break;
    const std::uint64_t left = strip.count - at_.row;
    const std::uint64_t rows = strip.stride == strip.length ? left : 1;
    end += rows * strip.length;
    if (rows < left) {
      ++at_.row;
      break;
    }
  }
  window.hull.length = window.payload = end - window.hull.offset;
  window.last = window.hull;
  window.runs = 1;
}

// Further rows, while the holes between them are small and the window is not full. All is kept in
// locals, of which nothing that is read here can be an alias.
void SievePlan::take_neighbours(Window& window) {
  const std::uint64_t start = window.hull.offset;
  const std::uint64_t end_max =
      start > kFileOffsetMax - policy_.window_max ? kFileOffsetMax : start + policy_.window_max;
  const std::uint64_t gap_max = policy_.gap_max;
  const Strip* const strips = strips_.data();
  const std::size_t count = strips_.size();
  std::size_t at = at_.strip;
  std::uint64_t row = at_.row;
  std::uint64_t end = window.hull.end();
  std::uint64_t payload = window.payload;
  std::uint64_t runs = window.runs;
  std::uint64_t last_length = window.last.length;
  for (; at < count; ++at, row = 0) {
    const Strip& strip = strips[at];
    if (strip.empty()) continue;
    const std::uint64_t left = strip.count - row;
    const Extent first = strip.row(row);
    const std::uint64_t gap = first.offset - end;  // backwards: beyond all bounds
    if (gap > gap_max || first.end() > end_max) break;
    runs += gap != 0 ? 1 : 0;
    payload += first.length;
    end = first.end();
    last_length = first.length;
    if (left == 1) continue;
    const std::uint64_t between = strip.stride - strip.length;  // overlapping: beyond all bounds
    std::uint64_t more = left - 1;
    if (between > gap_max) {
      more = 0;
    } else if (end + more * strip.stride > end_max) {
      more = (end_max - end) / strip.stride;
    }
    runs += between != 0 ? more : 0;
    payload += more * strip.length;
    end += more * strip.stride;
    if (more + 1 < left) {
      row += more + 1;
      break;
    }
  }
  at_ = {at, row};
  window.hull.length = end - start;
  window.last = {end - last_length, last_length};
  window.payload = payload;
  window.runs = runs;
}

}  // namespace strait::storage
