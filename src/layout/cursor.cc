// The idea: a path of frames leads from the root to one *leaf*, a node all of whose pieces are rows
// of bytes. Rows of a leaf are walked by flat loops; only from one leaf to the next is the path
// consulted. Rows that touch occur only where leaves or tiles meet (node.h guarantees it), so only
// the first row of a leaf is compared with the run before it.
#include "layout/cursor.h"

#include <algorithm>

#include "base/bytes.h"
#include "layout/tile.h"

namespace strait::layout {

namespace {

using Wide = __int128;  // products of two 64-bit numbers, before they are found to fit

bool fits(Wide value) {
  return value >= std::numeric_limits<std::int64_t>::min() &&
         value <= std::numeric_limits<std::int64_t>::max();
}

void put(Run& out, std::int64_t offset, std::uint64_t length) { out = {offset, length}; }
void put(Strip& out, std::int64_t offset, std::uint64_t length) {
  out = {static_cast<std::uint64_t>(offset), length, 0, 1};
}

std::uint64_t whole(std::uint64_t bytes, std::uint64_t size) {
  return bytes < size ? 0 : bytes / size;  // the usual case without a division
}

}  // namespace

Cursor::Cursor(const Type& type, std::int64_t displacement)
    : type_(shortest_tile(type)), displacement_(displacement), frames_(type_.depth()) {}

Status Cursor::seek(std::uint64_t stream_offset, std::uint64_t length) {
  remaining_ = 0;
  const auto end = checked_add(stream_offset, length);
  const auto beyond = [&] {
    return error(ErrorKind::file_too_large,
                 "{} bytes from byte {} of the stream on reach beyond 64-bit offsets", length,
                 stream_offset);
  };
  if (!end || *end > kFileOffsetMax) return beyond();
  end_ = *end;
  if (length == 0) return {};
  if (type_.empty()) return error(ErrorKind::invalid_argument, "the type holds no bytes");

  const Shape& shape = type_.tree()->shape;
  const Wide head = Wide{displacement_} + type_.origin();
  const std::uint64_t first_tile = stream_offset / shape.size;
  const std::uint64_t last_tile = (*end - 1) / shape.size;
  const Wide first = head + Wide{type_.extent()} * first_tile;
  const Wide last = head + Wide{type_.extent()} * last_tile;
  for (const Wide at : {first, last})
    if (!fits(at + shape.first) || !fits(at + shape.last)) return beyond();
  tile_ = static_cast<std::int64_t>(first);
  depth_ = 0;
  const std::uint64_t skip = stream_offset % shape.size;
  if (!type_.is_one_run()) {
    descend(type_.tree().get(), tile_, skip);
  } else if (type_.extent() == shape.last) {
    begin_rows(tile_, 0, skip + length, 1, 0, skip);  // tiles that touch are one row
  } else {
    begin_rows(tile_, type_.extent(), shape.size, last_tile - first_tile + 1, 0, skip);
  }
  remaining_ = length;
  return {};
}

std::int64_t Cursor::row_offset() const {
  return irregular_ ? leaf_ + irregular_->at[row_] : stepped(leaf_, row_, stride_);
}

std::uint64_t Cursor::row_length() const {
  if (length_ != 0) return length_;
  return irregular_->before[row_ + 1] - irregular_->before[row_];
}

// Whole rows of the leaf, at most `room` of them and `budget` bytes. The locals matter: stores to
// `out` might change any member, as far as the compiler knows.
template <class Row>
std::size_t Cursor::whole_rows(Row* out, std::size_t room, std::uint64_t budget) {
  const std::size_t most = std::min<std::uint64_t>(rows_ - row_, room);
  if (most == 0) return 0;
  const std::int64_t leaf = leaf_;
  if (length_ == 0) {
    const std::int64_t* at = irregular_->at.data() + row_;
    const std::uint64_t* before = irregular_->before.data() + row_;
    std::size_t n = 0;
    for (; n < most && before[n + 1] - before[0] <= budget; ++n)
      put(out[n], leaf + at[n], before[n + 1] - before[n]);
    remaining_ -= before[n] - before[0];
    row_ += n;
    return n;
  }
  const std::uint64_t length = length_;
  const std::size_t n = budget >= most * length ? most : budget / length;
  if (irregular_) {
    const std::int64_t* at = irregular_->at.data() + row_;
    for (std::size_t i = 0; i < n; ++i) put(out[i], leaf + at[i], length);
  } else {
    // Unsigned: one step beyond the last row may leave the 64 bits.
    const auto stride = static_cast<std::uint64_t>(stride_);
    auto offset = static_cast<std::uint64_t>(stepped(leaf, row_, stride_));
    for (std::size_t i = 0; i < n; ++i, offset += stride)
      put(out[i], static_cast<std::int64_t>(offset), length);
  }
  remaining_ -= n * length;
  row_ += n;
  return n;
}

// At the end of a leaf of rows at equal distances that is itself repeated: as many whole copies of
// it as fit. The inner two loops of a strided type, without a look at the path.
std::size_t Cursor::whole_leaves(Run* out, std::size_t room, std::uint64_t budget) {
  if (depth_ == 0 || irregular_ || rows_ > room) return 0;
  Frame& frame = frames_[depth_ - 1];
  const Node& node = *frame.node;
  // Copies that touch have a run in common.
  if (node.kind != Kind::strided || node.child->shape.tail == node.stride) return 0;
  const std::uint64_t leaf_bytes = node.child->shape.size;
  const std::uint64_t copies =
      std::min({node.count - frame.piece - 1, room / rows_, whole(budget, leaf_bytes)});
  const std::uint64_t rows = rows_;
  const std::uint64_t length = length_;
  const auto stride = static_cast<std::uint64_t>(stride_);
  const auto distance = static_cast<std::uint64_t>(node.stride);
  auto head = static_cast<std::uint64_t>(leaf_);
  for (std::uint64_t copy = 0; copy < copies; ++copy) {
    head += distance;
    for (std::uint64_t row = 0; row < rows; ++row)
      *out++ = {static_cast<std::int64_t>(head + row * stride), length};
  }
  leaf_ = static_cast<std::int64_t>(head);
  frame.piece += copies;
  remaining_ -= copies * leaf_bytes;
  return copies * rows;
}

std::size_t Cursor::fill(std::span<Run> out, std::uint64_t bytes_max) {
  const std::uint64_t stop = remaining_ - std::min(bytes_max, remaining_);
  std::size_t n = 0;
  while (remaining_ > stop) {
    if (row_ == rows_) {
      n += whole_leaves(out.data() + n, out.size() - n, remaining_ - stop);
      if (remaining_ == stop) break;
      next_leaf();
    }
    const std::int64_t offset = row_offset() + static_cast<std::int64_t>(into_);
    const bool touches = n > 0 && out[n - 1].end() == offset;
    if (into_ == 0 && !touches) {
      const std::size_t more = whole_rows(out.data() + n, out.size() - n, remaining_ - stop);
      n += more;
      if (more > 0) continue;
    }
    // One row by itself: it extends the run before it, or only a part of it is wanted or left.
    const std::uint64_t left = row_length() - into_;
    const std::uint64_t length = std::min(left, remaining_ - stop);
    if (touches)
      out[n - 1].length += length;
    else if (n < out.size())
      out[n++] = {offset, length};
    else
      break;
    remaining_ -= length;
    into_ += length;
    if (length == left) {
      into_ = 0;
      ++row_;
    }
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
  if (budget == 0) return {.count = 0};
  if (row_ == rows_) next_leaf();
  const std::uint64_t left = row_length() - into_;
  Strip strip{static_cast<std::uint64_t>(row_offset()) + into_, left,
              static_cast<std::uint64_t>(stride_), 1};
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
  remaining_ -= strip.size();
  return strip;
}

std::size_t Cursor::fill(std::span<Strip> out, std::uint64_t bytes_max) {
  const std::uint64_t stop = remaining_ - std::min(bytes_max, remaining_);
  std::size_t n = 0;
  while (n < out.size() && remaining_ > stop) {
    if (row_ == rows_) next_leaf();
    const std::size_t rows = irregular_ != nullptr && into_ == 0
                                 ? whole_rows(out.data() + n, out.size() - n, remaining_ - stop)
                                 : 0;
    n += rows;
    if (rows == 0) out[n++] = next_strip(remaining_ - stop);
  }
  return n;
}

}  // namespace strait::layout
