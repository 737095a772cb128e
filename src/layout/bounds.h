// The bounds of a type by MPI's rule (MPI-4.0, 5.1.6 and 5.1.7): where a part was resized, its
// markers count and the bytes of the other parts do not; otherwise the bytes do. Plain values;
// arithmetic answers "does not fit" instead of wrapping.
#pragma once

#include <cstdint>
#include <optional>

namespace strait::layout {

// What bounds come from; where two meet, the later one in this list wins.
enum class BoundsFrom : std::uint8_t { nothing, bytes, markers };

struct Bounds {
  std::int64_t lower = 0;
  std::int64_t upper = 0;  // may lie below `lower`: MPI allows negative extents
  BoundsFrom from = BoundsFrom::nothing;

  std::int64_t extent() const { return upper - lower; }  // fits, by construction

  friend bool operator==(const Bounds&, const Bounds&) = default;
};

std::optional<Bounds> marked(std::int64_t lower, std::int64_t extent);
// Of all of `count` > 0 copies, `stride` bytes apart.
std::optional<Bounds> repeated(const Bounds& bounds, std::uint64_t count, std::int64_t stride);
std::optional<Bounds> moved(const Bounds& bounds, std::int64_t by);
// Of two parts of a type.
std::optional<Bounds> joined(const Bounds& a, const Bounds& b);

}  // namespace strait::layout
