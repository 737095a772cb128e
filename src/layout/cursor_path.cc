// How a cursor comes from one leaf to the next: the path of frames from the root down.
#include <algorithm>

#include "layout/cursor.h"

namespace strait::layout {

namespace {

// The entry of prefix sums in which `position` lies.
std::uint64_t entry_of(const std::vector<std::uint64_t>& before, std::uint64_t position) {
  if (position < before[1]) return 0;
  return static_cast<std::uint64_t>(std::upper_bound(before.begin(), before.end(), position) -
                                    before.begin() - 1);
}

std::uint64_t whole(std::uint64_t bytes, std::uint64_t size) {
  return bytes < size ? 0 : bytes / size;  // the usual case without a division
}

}  // namespace

void Cursor::begin_rows(std::int64_t head, std::int64_t stride, std::uint64_t length,
                        std::uint64_t rows, std::uint64_t row, std::uint64_t into) {
  irregular_ = nullptr;
  leaf_ = head;
  stride_ = stride;
  length_ = length;
  rows_ = rows;
  row_ = row;
  into_ = into;
}

void Cursor::begin_leaf(const Node& leaf, std::int64_t head, std::uint64_t skip) {
  if (leaf.kind == Kind::runs) {
    const std::uint64_t row = entry_of(leaf.before, skip);
    begin_rows(head, 0, 0, leaf.at.size(), row, skip - leaf.before[row]);
    irregular_ = &leaf;
    return;
  }
  const std::uint64_t length = leaf.kind == Kind::bytes ? leaf.shape.size : leaf.child->shape.size;
  const std::uint64_t row = whole(skip, length);
  begin_rows(head, leaf.stride, length, leaf.pieces(), row, skip - row * length);
  if (leaf.kind == Kind::scattered) irregular_ = &leaf;
}

void Cursor::descend(const Node* node, std::int64_t base, std::uint64_t skip) {
  while (!node->leaf) {
    Frame& frame = frames_[depth_++];
    frame = {node, base, 0, 0};
    switch (node->kind) {
      case Kind::strided:
        frame.piece = whole(skip, node->child->shape.size);
        skip -= frame.piece * node->child->shape.size;
        base = stepped(base, frame.piece, node->stride);
        node = node->child.get();
        break;
      case Kind::scattered:
        frame.piece = whole(skip, node->child->shape.size);
        skip -= frame.piece * node->child->shape.size;
        base += node->at[frame.piece];
        node = node->child.get();
        break;
      case Kind::structure:
        frame.piece = entry_of(node->before, skip);
        skip -= node->before[frame.piece];
        base += node->at[frame.piece];
        node = node->children[frame.piece].get();
        break;
      default: {  // indexed: bytes and runs are leaves
        const std::uint64_t copy = whole(skip, node->child->shape.size);
        skip -= copy * node->child->shape.size;
        frame.piece = entry_of(node->before, copy);
        frame.copy = copy - node->before[frame.piece];
        base += node->at[frame.piece];
        if (node->child->kind == Kind::bytes) {
          // The copies of one block are rows at equal distances.
          begin_rows(base, node->stride, node->child->shape.size,
                     node->before[frame.piece + 1] - node->before[frame.piece], frame.copy, skip);
          return;
        }
        base = stepped(base, frame.copy, node->stride);
        node = node->child.get();
      }
    }
  }
  begin_leaf(*node, base, skip);
}

void Cursor::next_leaf() {
  // The next copy of the leaf that we leave.
  const auto again = [this](std::int64_t head) {
    leaf_ = head;
    row_ = 0;
  };
  for (; depth_ > 0; --depth_) {
    Frame& frame = frames_[depth_ - 1];
    const Node& node = *frame.node;
    if (node.kind == Kind::strided) {
      if (++frame.piece < node.count) {
        const std::int64_t head = stepped(frame.base, frame.piece, node.stride);
        return node.child->leaf ? again(head) : descend(node.child.get(), head, 0);
      }
    } else if (node.kind == Kind::indexed) {
      const bool rows = node.child->kind == Kind::bytes;  // then a leaf has all copies of a block
      const std::uint64_t copies = node.before[frame.piece + 1] - node.before[frame.piece];
      if (rows || ++frame.copy == copies) {
        if (++frame.piece == node.at.size()) continue;
        frame.copy = 0;
      }
      const std::int64_t block = frame.base + node.at[frame.piece];
      if (!rows) return descend(node.child.get(), stepped(block, frame.copy, node.stride), 0);
      return begin_rows(block, node.stride, node.child->shape.size,
                        node.before[frame.piece + 1] - node.before[frame.piece], 0, 0);
    } else if (++frame.piece < node.at.size()) {
      const Node* child =
          node.kind == Kind::scattered ? node.child.get() : node.children[frame.piece].get();
      return descend(child, frame.base + node.at[frame.piece], 0);
    }
  }
  tile_ += type_.extent();  // fits: seek has looked at the last tile of the range
  descend(type_.tree().get(), tile_, 0);
}

}  // namespace strait::layout
