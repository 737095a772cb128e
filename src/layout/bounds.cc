#include "layout/bounds.h"

#include <algorithm>

#include "base/bytes.h"

namespace strait::layout {

namespace {

std::optional<Bounds> with_fitting_extent(const Bounds& bounds) {
  if (!checked_sub(bounds.upper, bounds.lower)) return std::nullopt;
  return bounds;
}

}  // namespace

std::optional<Bounds> marked(std::int64_t lower, std::int64_t extent) {
  const auto upper = checked_add(lower, extent);
  if (!upper) return std::nullopt;
  return Bounds{lower, *upper, BoundsFrom::markers};
}

std::optional<Bounds> moved(const Bounds& bounds, std::int64_t by) {
  if (bounds.from == BoundsFrom::nothing) return bounds;
  const auto lower = checked_add(bounds.lower, by);
  const auto upper = checked_add(bounds.upper, by);
  if (!lower || !upper) return std::nullopt;
  return Bounds{*lower, *upper, bounds.from};
}

std::optional<Bounds> joined(const Bounds& a, const Bounds& b) {
  if (a.from != b.from) return a.from > b.from ? a : b;
  return with_fitting_extent({std::min(a.lower, b.lower), std::max(a.upper, b.upper), a.from});
}

std::optional<Bounds> repeated(const Bounds& bounds, std::uint64_t count, std::int64_t stride) {
  if (bounds.from == BoundsFrom::nothing || count == 1) return bounds;
  if (count - 1 > kFileOffsetMax) return std::nullopt;
  // The copies between the first and the last one add nothing.
  const auto reach = checked_mul(stride, static_cast<std::int64_t>(count - 1));
  const auto last = reach ? moved(bounds, *reach) : std::nullopt;
  return last ? joined(bounds, *last) : std::nullopt;
}

}  // namespace strait::layout
