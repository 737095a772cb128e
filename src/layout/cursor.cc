// The idea: a path of frames leads from the root to one *leaf*, a node all of whose pieces are rows
// of bytes. Rows of a leaf are walked by flat loops; only from one leaf to the next is the path
// consulted. Rows that touch occur only where leaves or tiles meet (node.h guarantees it), so only
// the first row of a leaf is compared with the run before it.
#include "layout/cursor.h"

#include <algorithm>

#include "base/bytes.h"

namespace strait::layout {

namespace {

using Wide = __int128;  // products of two 64-bit numbers, before they are found to fit

bool fits(Wide value) {
  return value >= std::numeric_limits<std::int64_t>::min() &&
         value <= std::numeric_limits<std::int64_t>::max();
}

std::int64_t times(std::uint64_t count, std::int64_t stride) {
  return static_cast<std::int64_t>(count) * stride;
}

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

Cursor::Cursor(Type type, std::int64_t displacement)
    : type_(std::move(type)), displacement_(displacement), frames_(type_.depth()) {}

Status Cursor::seek(std::uint64_t stream_offset, std::uint64_t length) {
  position_ = stream_offset;
  remaining_ = 0;
  if (length == 0) return {};
  if (type_.empty()) return error(ErrorKind::invalid_argument, "the type holds no bytes");
  const Shape& shape = type_.tree()->shape;
  const auto end = checked_add(stream_offset, length);
  const Wide head = Wide{displacement_} + type_.origin();
  const auto beyond = [&] {
    return error(ErrorKind::file_too_large,
                 "{} bytes from byte {} of the stream on reach beyond 64-bit offsets", length,
                 stream_offset);
  };
  if (!end || *end > kFileOffsetMax) return beyond();

  // Tiles that touch are one row without end.
  if (type_.is_one_run() && type_.extent() == shape.last) {
    if (!fits(head + stream_offset) || !fits(head + *end)) return beyond();
    depth_ = 0;
    begin_rows(static_cast<std::int64_t>(head + stream_offset), 0, length, 1, 0, 0);
    remaining_ = length;
    return {};
  }
  const std::uint64_t tile = stream_offset / shape.size;
  const Wide first_tile = head + Wide{type_.extent()} * tile;
  const Wide last_tile = head + Wide{type_.extent()} * ((*end - 1) / shape.size);
  for (const Wide at : {first_tile, last_tile})
    if (!fits(at + shape.first) || !fits(at + shape.last)) return beyond();
  tile_ = static_cast<std::int64_t>(first_tile);
  depth_ = 0;
  descend(type_.tree().get(), tile_, stream_offset % shape.size);
  remaining_ = length;
  return {};
}

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
        base += times(frame.piece, node->stride);
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
        base += times(frame.copy, node->stride);
        node = node->child.get();
      }
    }
  }
  begin_leaf(*node, base, skip);
}

void Cursor::next_leaf() {
  for (; depth_ > 0; --depth_) {
    Frame& frame = frames_[depth_ - 1];
    const Node& node = *frame.node;
    if (node.kind == Kind::strided) {
      if (++frame.piece < node.count)
        return descend(node.child.get(), frame.base + times(frame.piece, node.stride), 0);
    } else if (node.kind == Kind::indexed) {
      const bool rows = node.child->kind == Kind::bytes;  // then a leaf has all copies of a block
      const std::uint64_t copies = node.before[frame.piece + 1] - node.before[frame.piece];
      if (rows || ++frame.copy == copies) {
        if (++frame.piece == node.at.size()) continue;
        frame.copy = 0;
      }
      const std::int64_t block = frame.base + node.at[frame.piece];
      if (!rows) return descend(node.child.get(), block + times(frame.copy, node.stride), 0);
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

std::int64_t Cursor::row_offset() const {
  return irregular_ ? leaf_ + irregular_->at[row_] : leaf_ + times(row_, stride_);
}

std::uint64_t Cursor::row_length() const {
  if (length_ != 0) return length_;
  return irregular_->before[row_ + 1] - irregular_->before[row_];
}

void Cursor::consume(std::uint64_t bytes) {
  position_ += bytes;
  remaining_ -= bytes;
}

// Whole rows of the leaf, at most `room` of them and `budget` bytes.
std::size_t Cursor::whole_rows(Run* out, std::size_t room, std::uint64_t budget) {
  const std::size_t most = std::min<std::uint64_t>(rows_ - row_, room);
  if (length_ == 0) {
    const std::int64_t* at = irregular_->at.data() + row_;
    const std::uint64_t* before = irregular_->before.data() + row_;
    std::size_t n = 0;
    for (; n < most && before[n + 1] - before[0] <= budget; ++n)
      out[n] = {leaf_ + at[n], before[n + 1] - before[n]};
    consume(before[n] - before[0]);
    row_ += n;
    return n;
  }
  const std::uint64_t length = length_;
  const std::size_t n = budget >= most * length ? most : budget / length;
  if (irregular_) {
    const std::int64_t* at = irregular_->at.data() + row_;
    for (std::size_t i = 0; i < n; ++i) out[i] = {leaf_ + at[i], length};
  } else {
    // Unsigned: one step beyond the last row may leave the 64 bits.
    auto offset = static_cast<std::uint64_t>(leaf_ + (n > 0 ? times(row_, stride_) : 0));
    for (std::size_t i = 0; i < n; ++i, offset += static_cast<std::uint64_t>(stride_))
      out[i] = {static_cast<std::int64_t>(offset), length};
  }
  consume(n * length);
  row_ += n;
  return n;
}

std::size_t Cursor::fill(std::span<Run> out, std::uint64_t bytes_max) {
  const std::uint64_t stop = remaining_ - std::min(bytes_max, remaining_);
  std::size_t n = 0;
  while (remaining_ > stop) {
    if (row_ == rows_) next_leaf();
    const std::int64_t offset = row_offset() + static_cast<std::int64_t>(into_);
    const std::uint64_t left = row_length() - into_;
    const std::uint64_t length = std::min(left, remaining_ - stop);
    if (n > 0 && out[n - 1].end() == offset) {
      out[n - 1].length += length;
    } else {
      if (n == out.size()) break;
      out[n++] = {offset, length};
    }
    consume(length);
    if (length < left) {
      into_ += length;
      break;
    }
    into_ = 0;
    ++row_;
    n += whole_rows(out.data() + n, out.size() - n, remaining_ - stop);
  }
  return n;
}

Run Cursor::next(std::uint64_t bytes_max) {
  Run run;
  fill({&run, 1}, bytes_max);
  return run;
}

Strip Cursor::next_strip(std::uint64_t bytes_max) {
  const std::uint64_t budget = std::min(bytes_max, remaining_);
  if (budget == 0) return {};
  if (row_ == rows_) next_leaf();
  const std::int64_t offset = row_offset() + static_cast<std::int64_t>(into_);
  const std::uint64_t left = row_length() - into_;
  Strip strip{offset, left, stride_, 1};
  if (left > budget) {
    strip.length = budget;
    into_ += budget;
  } else if (into_ != 0 || irregular_) {
    into_ = 0;
    ++row_;
  } else {
    const std::uint64_t most = rows_ - row_;
    strip.count = budget >= most * left ? most : budget / left;
    row_ += strip.count;
  }
  consume(strip.size());
  return strip;
}

}  // namespace strait::layout
