#include "layout/position.h"

#include <algorithm>

#include "base/bytes.h"
#include "layout/cursor.h"

namespace strait::layout {

namespace {

// Which of `at`, ascending, is the last one not above `x`; x >= at[0].
std::uint64_t entry_below(const std::vector<std::int64_t>& at, std::uint64_t x) {
  const auto above = std::upper_bound(at.begin(), at.end(), static_cast<std::int64_t>(x));
  return static_cast<std::uint64_t>(above - at.begin() - 1);
}

// The copy in which x lies or after which it comes, of `count` copies at `stride`.
std::uint64_t copy_below(std::uint64_t x, std::uint64_t count, std::int64_t stride) {
  return std::min(x / static_cast<std::uint64_t>(stride), count - 1);
}

// Bytes of a disjoint tree below `x`, counted from its head. Since pieces do not overlap, only one
// piece of each level needs a closer look.
std::uint64_t bytes_below_in(const Node* node, std::uint64_t x) {
  std::uint64_t below = 0;
  while (x < static_cast<std::uint64_t>(node->shape.last)) {
    if (node->kind == Kind::bytes) return below + x;
    std::uint64_t piece = 0;
    std::uint64_t start = 0;
    const Node* child = node->child.get();
    if (node->kind == Kind::strided) {
      piece = copy_below(x, node->count, node->stride);
      start = piece * static_cast<std::uint64_t>(node->stride);
      below += piece * child->shape.size;
    } else {
      piece = entry_below(node->at, x);
      start = static_cast<std::uint64_t>(node->at[piece]);
      if (node->kind == Kind::scattered) {
        below += piece * child->shape.size;
      } else if (node->kind == Kind::indexed) {
        const std::uint64_t copies = node->before[piece + 1] - node->before[piece];
        const std::uint64_t copy = copies == 1 ? 0 : copy_below(x - start, copies, node->stride);
        start += copy * static_cast<std::uint64_t>(node->stride);
        below += (node->before[piece] + copy) * child->shape.size;
      } else {
        below += node->before[piece];
        if (node->kind == Kind::runs)
          return below + std::min(x - start, node->before[piece + 1] - node->before[piece]);
        child = node->children[piece].get();
      }
    }
    x -= start;
    node = child;
  }
  return below + node->shape.size;
}

}  // namespace

Result<std::int64_t> offset_of(const Type& tile, std::int64_t displacement,
                               std::uint64_t stream_offset) {
  Cursor cursor(tile, displacement);
  STRAIT_TRY(cursor.seek(stream_offset, 1));
  return cursor.next().offset;
}

Result<std::uint64_t> bytes_below(const Type& tile, std::int64_t displacement,
                                  std::int64_t offset) {
  if (tile.empty()) return std::uint64_t{0};
  if (!tile.monotonic())
    return error(ErrorKind::invalid_argument,
                 "the type overlaps itself or goes backwards: places in it have no order");
  const __int128 distance = __int128{offset} - displacement - tile.origin();
  if (distance <= 0) return std::uint64_t{0};
  // Monotonic: the extent is at least the length of the data, so positive.
  const auto tiles = static_cast<std::uint64_t>(distance / tile.extent());
  const auto rest = static_cast<std::uint64_t>(distance % tile.extent());
  const auto whole = checked_mul(tiles, tile.size());
  if (!whole || *whole > kFileOffsetMax) {
    return error(ErrorKind::invalid_argument, "more than 2^63 bytes of the view lie below byte {}",
                 offset);
  }
  return *whole + bytes_below_in(tile.tree().get(), rest);
}

}  // namespace strait::layout
