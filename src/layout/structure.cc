// Structures: patterns of different form, one after the other. Simplification flattens what
// programs nest (a structure in a structure, rows of bytes among the fields), so that a chain of a
// thousand one-field structures costs a few levels, and ends as rows of bytes where it can.
#include <algorithm>

#include "base/bytes.h"
#include "layout/limits.h"
#include "layout/node.h"

namespace strait::layout {

namespace {

// Rows of bytes that are worth taking apart to be joined with their neighbours.
bool expandable(const Node& node) {
  if (!node.leaf) return false;
  return node.pieces() <= (node.kind == Kind::strided ? kSplicedStridesMax : kSplicedFieldsMax);
}

// Collects fields, and rows of bytes between them as one field.
class Fields {
 public:
  Status add(std::int64_t offset, const NodeRef& node) {
    if (expandable(*node)) return add_rows(offset, *node);
    STRAIT_TRY(flush());
    push(offset, node);
    return {};
  }

  Status flush() {
    if (row_at_.empty()) return {};
    const std::int64_t head = row_at_[0];
    for (std::int64_t& offset : row_at_) {
      const auto relative = checked_sub(offset, head);
      if (!relative) return does_not_fit();
      offset = *relative;
    }
    STRAIT_ASSIGN(NodeRef rows, make_runs(std::move(row_at_), std::move(row_length_)));
    row_at_.clear();
    row_length_.clear();
    push(head, std::move(rows));
    return {};
  }

  std::vector<std::int64_t> at;
  std::vector<NodeRef> nodes;

 private:
  void push(std::int64_t offset, NodeRef node) {
    at.push_back(offset);
    nodes.push_back(std::move(node));
  }

  Status add_rows(std::int64_t base, const Node& node) {
    for (std::uint64_t i = 0; i < node.pieces(); ++i) {
      std::int64_t relative = 0;
      std::uint64_t length = node.shape.size;
      if (node.kind == Kind::strided) {
        relative = static_cast<std::int64_t>(i) * node.stride;
        length = node.child->shape.size;
      } else if (node.kind != Kind::bytes) {
        relative = node.at[i];
        length =
            node.kind == Kind::runs ? node.before[i + 1] - node.before[i] : node.child->shape.size;
      }
      const auto offset = checked_add(base, relative);
      if (!offset) return does_not_fit();
      row_at_.push_back(*offset);
      row_length_.push_back(length);
    }
    return {};
  }

  std::vector<std::int64_t> row_at_;
  std::vector<std::uint64_t> row_length_;
};

Result<Fields> flattened(const std::vector<std::int64_t>& at,
                         const std::vector<NodeRef>& children) {
  Fields fields;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const NodeRef& child = children[i];
    if (child->kind == Kind::structure && child->at.size() <= kSplicedFieldsMax) {
      for (std::size_t j = 0; j < child->at.size(); ++j) {
        const auto offset = checked_add(at[i], child->at[j]);
        if (!offset) return does_not_fit();
        STRAIT_TRY(fields.add(*offset, child->children[j]));
      }
    } else {
      STRAIT_TRY(fields.add(at[i], child));
    }
  }
  STRAIT_TRY(fields.flush());
  return fields;
}

}  // namespace

Result<NodeRef> make_structure(std::vector<std::int64_t> at, std::vector<NodeRef> children) {
  if (at.size() == 1) return children[0];
  STRAIT_ASSIGN(Fields fields, flattened(at, children));
  if (fields.at.size() == 1) return fields.nodes[0];
  if (std::all_of(fields.nodes.begin(), fields.nodes.end(),
                  [&](const NodeRef& node) { return same(*node, *fields.nodes[0]); }))
    return make_scattered(std::move(fields.at), fields.nodes[0]);

  Node node;
  node.kind = Kind::structure;
  node.wire_bytes = 8;
  node.before.reserve(fields.at.size() + 1);
  node.before.push_back(0);
  ShapeSum shape;
  for (std::size_t i = 0; i < fields.at.size(); ++i) {
    const Node& child = *fields.nodes[i];
    if (!shape.add(fields.at[i], child.shape)) return does_not_fit();
    node.before.push_back(shape.sum().size);
    node.depth = std::max(node.depth, child.depth + 1);
    node.nodes += child.nodes;
    node.wire_bytes += 8 + child.wire_bytes;
    // At each field: sums over shared parts grow beyond any number otherwise.
    STRAIT_TRY(check_limits(node));
  }
  node.shape = shape.sum();
  node.at = std::move(fields.at);
  node.children = std::move(fields.nodes);
  return std::make_shared<const Node>(std::move(node));
}

}  // namespace strait::layout
