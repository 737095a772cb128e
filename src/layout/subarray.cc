#include "layout/subarray.h"

#include "base/bytes.h"

namespace strait::layout {

Result<Type> subarray(std::span<const Slice> slices, ArrayOrder order, const Type& element) {
  if (slices.empty()) return error(ErrorKind::invalid_argument, "an array without dimensions");
  Type block = element;
  std::int64_t start = 0;  // of the block, bytes
  std::int64_t extent =
      element.extent();  // of one index step in the current dimension, then of all
  for (std::size_t i = 0; i < slices.size(); ++i) {
    // From the dimension that is contiguous outwards.
    const Slice& slice = slices[order == ArrayOrder::fortran ? i : slices.size() - 1 - i];
    if (slice.count > slice.size || slice.start > slice.size - slice.count ||
        slice.size > kFileOffsetMax)
      return error(ErrorKind::invalid_argument,
                   "{} elements from {} on do not lie within a dimension of {}", slice.count,
                   slice.start, slice.size);
    STRAIT_ASSIGN(block, Type::vector(slice.count, 1, extent, block));
    const auto skip = checked_mul(extent, static_cast<std::int64_t>(slice.start));
    const auto moved_start = skip ? checked_add(start, *skip) : std::nullopt;
    const auto whole = checked_mul(extent, static_cast<std::int64_t>(slice.size));
    if (!moved_start || !whole) return does_not_fit();
    start = *moved_start;
    extent = *whole;
  }
  const Field placed[] = {{start, 1, block}};
  STRAIT_ASSIGN(const Type array, Type::structure(placed));
  return Type::resized(0, extent, array);
}

}  // namespace strait::layout
