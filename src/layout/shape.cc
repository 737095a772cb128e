#include "layout/shape.h"

#include <algorithm>

#include "base/bytes.h"

namespace strait::layout {

std::optional<Shape> row_of_bytes(std::uint64_t length) {
  if (length == 0 || length > kFileOffsetMax) return std::nullopt;
  const auto end = static_cast<std::int64_t>(length);
  return Shape{.size = length, .last = end, .tail = end, .runs = 1};
}

std::optional<Shape> repeated(const Shape& shape, std::uint64_t count, std::int64_t stride) {
  if (count == 1) return shape;
  if (count == 0 || count - 1 > kFileOffsetMax) return std::nullopt;
  const auto steps = static_cast<std::int64_t>(count - 1);
  const auto size = checked_mul(shape.size, count);
  const auto reach = checked_mul(stride, steps);
  if (!size || *size > kFileOffsetMax || !reach) return std::nullopt;
  const auto first = checked_add(shape.first, std::min<std::int64_t>(*reach, 0));
  const auto last = checked_add(shape.last, std::max<std::int64_t>(*reach, 0));
  if (!first || !last) return std::nullopt;

  const bool joined = shape.tail == stride;  // each copy's end meets the next one's head
  const bool one_run = joined && shape.runs == 1;
  return Shape{
      .size = *size,
      .first = *first,
      .last = *last,
      .tail = shape.tail + *reach,
      .tail_start = one_run ? shape.tail_start : shape.tail_start + *reach,
      // No overflow: a run has at least one byte, and the size fits.
      .runs = shape.runs * count - (joined ? count - 1 : 0),
      .ascending = shape.ascending && stride >= shape.tail_start,
      .disjoint = shape.disjoint && stride >= shape.tail,
  };
}

bool ShapeSum::add(std::int64_t at, const Shape& shape) {
  if (sum_.size == 0) {
    sum_ = shape;
    return at == 0;
  }
  const auto first = checked_add(at, shape.first);
  const auto last = checked_add(at, shape.last);
  const auto size = checked_add(sum_.size, shape.size);
  if (!first || !last || !size || *size > kFileOffsetMax) return false;
  const bool joined = at == sum_.tail;
  sum_.ascending = sum_.ascending && shape.ascending && at >= sum_.tail_start;
  sum_.disjoint = sum_.disjoint && shape.disjoint && at >= sum_.tail;
  sum_.size = *size;
  sum_.first = std::min(sum_.first, *first);
  sum_.last = std::max(sum_.last, *last);
  sum_.tail = at + shape.tail;
  if (!joined || shape.runs != 1) sum_.tail_start = at + shape.tail_start;
  sum_.runs += shape.runs - (joined ? 1 : 0);
  return true;
}

}  // namespace strait::layout
