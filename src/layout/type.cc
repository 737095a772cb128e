#include "layout/type.h"

#include <vector>

#include "base/bytes.h"

namespace strait::layout {

bool operator==(const Type& a, const Type& b) {
  if (a.lower_bound() != b.lower_bound() || a.upper_bound() != b.upper_bound()) return false;
  if (!a.tree_ || !b.tree_) return a.tree_ == b.tree_;
  return a.origin_ == b.origin_ && same(*a.tree_, *b.tree_);
}

bool Type::is_contiguous() const {
  return is_one_run() && origin_ == 0 && lower_bound() == 0 && upper_bound() == tree_->shape.last;
}

bool Type::ascending() const {
  return !tree_ || (tree_->shape.ascending && extent() >= tree_->shape.tail_start);
}

bool Type::monotonic() const {
  return !tree_ || (tree_->shape.disjoint && extent() >= tree_->shape.tail);
}

Result<Type> Type::checked(NodeRef tree, std::int64_t origin, std::optional<Bounds> bounds) {
  if (!bounds) return does_not_fit();
  Type type;
  type.bounds_ = *bounds;
  if (!tree) return type;
  if (!checked_add(origin, tree->shape.first) || !checked_add(origin, tree->shape.last))
    return does_not_fit();
  type.tree_ = std::move(tree);
  type.origin_ = origin;
  return type;
}

Result<Type> Type::of_parts(NodeRef tree, std::int64_t origin, std::int64_t lower_bound,
                            std::int64_t extent) {
  return checked(std::move(tree), origin, marked(lower_bound, extent));
}

Result<Type> Type::elementary(std::uint64_t size) {
  if (size == 0) return Type();
  STRAIT_ASSIGN(NodeRef row, make_bytes(size));
  const Bounds bounds{0, row->shape.last, BoundsFrom::bytes};
  return checked(std::move(row), 0, bounds);
}

Result<Type> Type::contiguous(std::uint64_t count, const Type& element) {
  return vector(1, count, 0, element);
}

Result<Type> Type::vector(std::uint64_t count, std::uint64_t block_length, std::int64_t stride,
                          const Type& element) {
  if (count == 0 || block_length == 0) return Type();
  NodeRef tree = element.tree_;
  if (tree) {
    STRAIT_ASSIGN(tree, make_strided(block_length, element.extent(), std::move(tree)));
    STRAIT_ASSIGN(tree, make_strided(count, stride, std::move(tree)));
  }
  auto bounds = repeated(element.bounds_, block_length, element.extent());
  if (bounds) bounds = repeated(*bounds, count, stride);
  return checked(std::move(tree), element.origin_, bounds);
}

Result<Type> Type::indexed(std::span<const Block> blocks, const Type& element) {
  std::vector<std::int64_t> at;
  std::vector<std::uint64_t> counts;
  std::int64_t head = 0;
  std::optional<Bounds> bounds = Bounds{};
  for (const Block& block : blocks) {
    if (block.count == 0) continue;
    if (at.empty()) head = block.displacement;
    const auto relative = checked_sub(block.displacement, head);
    auto copies = repeated(element.bounds_, block.count, element.extent());
    if (copies) copies = moved(*copies, block.displacement);
    if (copies) bounds = joined(*bounds, *copies);
    if (!relative || !copies || !bounds) return does_not_fit();
    at.push_back(*relative);
    counts.push_back(block.count);
  }
  if (at.empty()) return Type();
  if (element.empty()) return checked(nullptr, 0, bounds);
  const auto origin = checked_add(head, element.origin_);
  if (!origin) return does_not_fit();
  STRAIT_ASSIGN(NodeRef tree,
                make_indexed(std::move(at), std::move(counts), element.extent(), element.tree_));
  return checked(std::move(tree), *origin, bounds);
}

Result<Type> Type::indexed(std::span<const std::int64_t> displacements, std::uint64_t block_length,
                           const Type& element) {
  std::vector<Block> blocks;
  blocks.reserve(displacements.size());
  for (const std::int64_t displacement : displacements)
    blocks.push_back({displacement, block_length});
  return indexed(blocks, element);
}

Result<Type> Type::structure(std::span<const Field> fields) {
  std::vector<std::int64_t> at;
  std::vector<NodeRef> children;
  std::int64_t origin = 0;
  std::optional<Bounds> bounds = Bounds{};
  for (const Field& field : fields) {
    STRAIT_ASSIGN(const Type copies, contiguous(field.count, field.type));
    const auto placed = moved(copies.bounds_, field.displacement);
    if (placed) bounds = joined(*bounds, *placed);
    if (!placed || !bounds) return does_not_fit();
    if (copies.empty()) continue;
    const auto start = checked_add(field.displacement, copies.origin_);
    if (start && at.empty()) origin = *start;
    const auto relative = start ? checked_sub(*start, origin) : std::nullopt;
    if (!relative) return does_not_fit();
    at.push_back(*relative);
    children.push_back(copies.tree_);
  }
  if (at.empty()) return checked(nullptr, 0, bounds);
  STRAIT_ASSIGN(NodeRef tree, make_structure(std::move(at), std::move(children)));
  return checked(std::move(tree), origin, bounds);
}

Result<Type> Type::resized(std::int64_t lower_bound, std::int64_t extent, const Type& type) {
  return checked(type.tree_, type.origin_, marked(lower_bound, extent));
}

}  // namespace strait::layout
