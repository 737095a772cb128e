// The measures of a data pattern: how many bytes, where they begin and end, how many runs they
// form, whether they ascend. They are computed once, when a pattern is built from smaller ones,
// with arithmetic that answers "does not fit" instead of wrapping; whoever walks a pattern
// afterwards relies on every offset in it being a 64-bit number. Plain values.
//
// Offsets are relative to the pattern's *head*, its first byte in stream order.
#pragma once

#include <cstdint>
#include <optional>

namespace strait::layout {

struct Shape {
  std::uint64_t size = 0;       // bytes of data
  std::int64_t first = 0;       // lowest offset of a byte; <= 0, since the head is at 0
  std::int64_t last = 0;        // one past the highest offset of a byte
  std::int64_t tail = 0;        // one past the last byte in stream order
  std::int64_t tail_start = 0;  // where the last run in stream order begins
  std::uint64_t runs = 0;       // maximal contiguous runs in stream order; at most `size`
  bool ascending = true;        // no run begins below the one before it
  bool disjoint = true;         // ascending, and no run begins before the end of the one before it

  friend bool operator==(const Shape&, const Shape&) = default;
};

// `length` bytes in a row; nothing where that is 0 or does not fit.
std::optional<Shape> row_of_bytes(std::uint64_t length);

// `count` > 0 copies, their heads `stride` bytes apart.
std::optional<Shape> repeated(const Shape& shape, std::uint64_t count, std::int64_t stride);

// Patterns one after the other in stream order.
class ShapeSum {
 public:
  // The next pattern has its head at `at`; the first one's is at 0. False: it does not fit.
  [[nodiscard]] bool add(std::int64_t at, const Shape& shape);
  const Shape& sum() const { return sum_; }

 private:
  Shape sum_;
};

}  // namespace strait::layout
