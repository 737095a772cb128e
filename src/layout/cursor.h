// Walks the bytes of a type in stream order: a type laid end to end, one extent apart, from a
// displacement on (a file view, or a buffer of many elements). Seeking costs O(log) of the blocks
// per level; stepping costs a few nanoseconds a run and allocates nothing.
//
// A cursor is used by one thread at a time; it keeps the type alive. It never touches memory or
// files: offsets are numbers. After `seek` has succeeded no step can fail, because all tiles in the
// range have been found to fit in 64 bits.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/strip.h"
#include "layout/type.h"

namespace strait::layout {

// A range of a file or of memory, with a signed beginning: displacements in memory may be negative.
struct Run {
  std::int64_t offset = 0;
  std::uint64_t length = 0;

  std::int64_t end() const { return offset + static_cast<std::int64_t>(length); }
  friend bool operator==(const Run&, const Run&) = default;
};

class Cursor {
 public:
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

  // At the end of an empty range; `seek` first.
  explicit Cursor(const Type& type, std::int64_t displacement = 0);

  // Sets the range to walk: `length` bytes of the stream from `stream_offset` on. Fails with
  // file_too_large where a tile that the range touches does not lie within 64-bit offsets, and with
  // invalid_argument where the type is empty and the length is not 0.
  Status seek(std::uint64_t stream_offset, std::uint64_t length);

  // The next run, as long as it can be within the range and `bytes_max`; length 0 at the end.
  Run next(std::uint64_t bytes_max = kNoLimit);
  // Fills `out` with the next runs, `bytes_max` bytes at most, and says how many there are; 0 at
  // the end. Each run is maximal: the next one does not begin where it ends, unless bytes_max cut
  // it.
  std::size_t fill(std::span<Run> out, std::uint64_t bytes_max = kNoLimit);
  // The next rows at equal distances, `bytes_max` bytes at most; count 0 at the end. Rows are those
  // of the tree, and may touch those of the next strip.
  Strip next_strip(std::uint64_t bytes_max = kNoLimit);
  // Fills `out` with the next strips, `bytes_max` bytes at most, and says how many there are; 0 at
  // the end.
  std::size_t fill(std::span<Strip> out, std::uint64_t bytes_max = kNoLimit);

  std::uint64_t position() const { return end_ - remaining_; }  // in the stream
  std::uint64_t remaining() const { return remaining_; }        // bytes of the range

 private:
  // A node above the leaf, and which of its pieces we are in.
  struct Frame {
    const Node* node = nullptr;
    std::int64_t base = 0;    // where its head lies
    std::uint64_t piece = 0;  // strided: the copy; otherwise the entry of `at`
    std::uint64_t copy = 0;   // indexed: the copy within the piece
  };

  void descend(const Node* node, std::int64_t base, std::uint64_t skip);
  void begin_leaf(const Node& leaf, std::int64_t head, std::uint64_t skip);
  void begin_rows(std::int64_t head, std::int64_t stride, std::uint64_t length, std::uint64_t rows,
                  std::uint64_t row, std::uint64_t into);
  void next_leaf();
  std::int64_t row_offset() const;
  std::uint64_t row_length() const;
  std::size_t whole_leaves(Run* out, std::size_t room, std::uint64_t budget);
  template <class Row>
  std::size_t whole_rows(Row* out, std::size_t room, std::uint64_t budget);

  // Constant after construction.
  Type type_;
  std::int64_t displacement_;

  // The range.
  std::uint64_t end_ = 0;
  std::uint64_t remaining_ = 0;

  // Where we are: tile, path down the tree, and the rows of bytes of one leaf. Row `row_` is the
  // next one, with `into_` of its bytes consumed. Invariant while remaining_ > 0: row_ <= rows_,
  // and into_ is less than the row's length (0 where row_ == rows_).
  std::int64_t tile_ = 0;  // where the tile's head lies
  std::vector<Frame> frames_;
  std::size_t depth_ = 0;            // frames in use
  const Node* irregular_ = nullptr;  // rows at unequal distances: scattered or runs
  std::int64_t leaf_ = 0;            // where the leaf's head lies
  std::int64_t stride_ = 0;          // of rows at equal distances
  std::uint64_t length_ = 0;         // of rows of equal length; 0: of various lengths
  std::uint64_t rows_ = 0;
  std::uint64_t row_ = 0;
  std::uint64_t into_ = 0;
};

}  // namespace strait::layout
