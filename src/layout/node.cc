#include "layout/node.h"

#include <algorithm>

#include "base/bytes.h"
#include "layout/limits.h"

namespace strait::layout {

Error does_not_fit() {
  return error(ErrorKind::invalid_argument,
               "the type's bytes or its offsets do not fit in 63 bits");
}

Status check_limits(const Node& node) {
  if (node.depth > kDepthMax)
    return error(ErrorKind::invalid_argument, "the type is nested more than {} levels deep",
                 kDepthMax);
  if (node.nodes > kNodesMax)
    return error(ErrorKind::invalid_argument, "the type has more than {} parts", kNodesMax);
  return {};
}

namespace {

// Completes a node over one child.
Result<NodeRef> finish(Node node, std::uint64_t own_wire_bytes) {
  node.leaf = node.kind != Kind::indexed && node.child->kind == Kind::bytes;
  node.depth = node.child->depth + 1;
  node.nodes = node.child->nodes + 1;
  node.wire_bytes = own_wire_bytes + node.child->wire_bytes;
  STRAIT_TRY(check_limits(node));
  return std::make_shared<const Node>(std::move(node));
}

// Whether all distances are equal; then the stride is at[1].
bool evenly_spaced(const std::vector<std::int64_t>& at) {
  for (std::size_t i = 2; i < at.size(); ++i) {
    const auto distance = checked_sub(at[i], at[i - 1]);
    if (!distance || *distance != at[1]) return false;
  }
  return true;
}

template <class T>
bool all_equal(const std::vector<T>& values) {
  return std::all_of(values.begin(), values.end(), [&](const T& v) { return v == values[0]; });
}

// Joins blocks where one begins `stride` after the last copy of the block before it. False: a
// joined block would not fit.
bool join_neighbours(std::vector<std::int64_t>& at, std::vector<std::uint64_t>& counts,
                     std::int64_t stride) {
  std::size_t kept = 0;
  for (std::size_t i = 1; i < at.size(); ++i) {
    const auto length = counts[kept] > kFileOffsetMax
                            ? std::nullopt
                            : checked_mul(stride, static_cast<std::int64_t>(counts[kept]));
    const auto end = length ? checked_add(at[kept], *length) : std::nullopt;
    if (end == at[i]) {
      const auto joined = checked_add(counts[kept], counts[i]);
      if (!joined) return false;
      counts[kept] = *joined;
    } else {
      ++kept;
      at[kept] = at[i];
      counts[kept] = counts[i];
    }
  }
  at.resize(kept + 1);
  counts.resize(kept + 1);
  return true;
}

}  // namespace

bool same(const Node& a, const Node& b) {
  if (&a == &b) return true;
  if (a.kind != b.kind || a.nodes != b.nodes || a.count != b.count || a.stride != b.stride ||
      a.shape != b.shape || a.at != b.at || a.before != b.before)
    return false;
  if (a.child && !same(*a.child, *b.child)) return false;
  return std::equal(a.children.begin(), a.children.end(), b.children.begin(), b.children.end(),
                    [](const NodeRef& x, const NodeRef& y) { return same(*x, *y); });
}

Result<NodeRef> make_bytes(std::uint64_t length) {
  const auto shape = row_of_bytes(length);
  if (!shape) return does_not_fit();
  Node node;
  node.leaf = true;
  node.wire_bytes = 12;
  node.shape = *shape;
  return std::make_shared<const Node>(std::move(node));
}

Result<NodeRef> make_strided(std::uint64_t count, std::int64_t stride, NodeRef child) {
  if (count == 1) return child;
  const auto shape = repeated(child->shape, count, stride);
  if (!shape) return does_not_fit();
  if (shape->runs == 1) return make_bytes(shape->size);
  // Two loops are one where the outer stride continues the inner ones.
  if (child->kind == Kind::strided && child->count <= kFileOffsetMax &&
      checked_mul(child->stride, static_cast<std::int64_t>(child->count)) == stride)
    return make_strided(count * child->count, child->stride, child->child);
  Node node;
  node.kind = Kind::strided;
  node.shape = *shape;
  node.count = count;
  node.stride = stride;
  node.child = std::move(child);
  return finish(std::move(node), 20);
}

Result<NodeRef> make_scattered(std::vector<std::int64_t> at, NodeRef child) {
  if (at.size() == 1) return child;
  if (evenly_spaced(at)) return make_strided(at.size(), at[1], std::move(child));
  if (child->kind == Kind::bytes) {
    std::vector<std::uint64_t> lengths(at.size(), child->shape.size);
    return make_runs(std::move(at), std::move(lengths));
  }
  ShapeSum shape;
  for (const std::int64_t offset : at)
    if (!shape.add(offset, child->shape)) return does_not_fit();
  Node node;
  node.kind = Kind::scattered;
  node.shape = shape.sum();
  node.at = std::move(at);
  node.child = std::move(child);
  const std::uint64_t own_bytes = 8 + 8 * node.at.size();
  return finish(std::move(node), own_bytes);
}

Result<NodeRef> make_runs(std::vector<std::int64_t> at, std::vector<std::uint64_t> lengths) {
  if (!join_neighbours(at, lengths, 1)) return does_not_fit();
  if (at.size() == 1) return make_bytes(lengths[0]);
  const bool equal = all_equal(lengths);
  if (equal && evenly_spaced(at)) {
    STRAIT_ASSIGN(NodeRef row, make_bytes(lengths[0]));
    return make_strided(at.size(), at[1], std::move(row));
  }
  ShapeSum shape;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const auto row = row_of_bytes(lengths[i]);
    if (!row || !shape.add(at[i], *row)) return does_not_fit();
  }
  Node node;
  node.shape = shape.sum();
  node.at = std::move(at);
  if (equal) {
    node.kind = Kind::scattered;
    STRAIT_ASSIGN(node.child, make_bytes(lengths[0]));
    const std::uint64_t own_bytes = 8 + 8 * node.at.size();
    return finish(std::move(node), own_bytes);
  }
  node.kind = Kind::runs;
  node.leaf = true;
  node.wire_bytes = 8 + 16 * node.at.size();
  node.before.reserve(lengths.size() + 1);
  node.before.push_back(0);
  for (const std::uint64_t length : lengths) node.before.push_back(node.before.back() + length);
  return std::make_shared<const Node>(std::move(node));
}

Result<NodeRef> make_indexed(std::vector<std::int64_t> at, std::vector<std::uint64_t> counts,
                             std::int64_t stride, NodeRef child) {
  const std::uint64_t row = child->shape.size;
  if (child->kind == Kind::bytes && stride >= 0 && static_cast<std::uint64_t>(stride) == row) {
    for (std::uint64_t& count : counts) {
      const auto length = checked_mul(count, row);
      if (!length) return does_not_fit();
      count = *length;
    }
    return make_runs(std::move(at), std::move(counts));
  }
  if (!all_equal(counts) && !join_neighbours(at, counts, stride)) return does_not_fit();
  if (all_equal(counts)) {
    STRAIT_ASSIGN(NodeRef block, make_strided(counts[0], stride, std::move(child)));
    return make_scattered(std::move(at), std::move(block));
  }
  ShapeSum shape;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const auto block = repeated(child->shape, counts[i], stride);
    if (!block || !shape.add(at[i], *block)) return does_not_fit();
  }
  Node node;
  node.kind = Kind::indexed;
  node.shape = shape.sum();
  node.at = std::move(at);
  node.stride = stride;
  node.before.reserve(counts.size() + 1);
  node.before.push_back(0);
  for (const std::uint64_t count : counts) node.before.push_back(node.before.back() + count);
  node.child = std::move(child);
  const std::uint64_t own_bytes = 16 + 16 * node.at.size();
  return finish(std::move(node), own_bytes);
}

}  // namespace strait::layout
