#include "layout/tile.h"

#include "base/bytes.h"

namespace strait::layout {

Type shortest_tile(const Type& type) {
  if (type.empty()) return Type();
  NodeRef tree = type.tree();
  std::int64_t extent = type.extent();
  // A loop at the root whose stride goes on from tile to tile adds nothing.
  while (tree->kind == Kind::strided && tree->count <= kFileOffsetMax &&
         checked_mul(tree->stride, static_cast<std::int64_t>(tree->count)) == extent) {
    extent = tree->stride;
    tree = tree->child;
  }
  // Where bytes follow each other without a gap, any length will do.
  if (tree->kind == Kind::bytes && extent == tree->shape.last) {
    const auto one = make_bytes(1);
    if (one) tree = *one;
    extent = tree->shape.last;
  }
  // What fitted in 64 bits still does: bytes have only been left out.
  const auto tile = Type::of_parts(std::move(tree), type.origin(), 0, extent);
  return tile ? *tile : type;
}

}  // namespace strait::layout
