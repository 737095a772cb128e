// Where the bytes of one access lie in the file: a list of extents, or a range of a view's stream.
// Walks them once, front to back, in batches that match the payload's chunks. Copies walk by
// themselves.
//
// Used by one thread at a time. A step costs what the cursor costs, nothing per piece besides.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "base/strip.h"
#include "layout/cursor.h"
#include "layout/view.h"
#include "wire/data.h"

namespace strait::server {

class Placement {
 public:
  // Strips given to the storage driver in one call: few enough to stay in a processor's own cache
  // on their way from one loop to the next.
  static constexpr std::size_t kBatchMax = 8192;

  Placement() = default;  // nothing
  // invalid_argument or file_too_large where an extent does not lie within what files can have.
  static Result<Placement> of(std::vector<Extent> extents);
  static Result<Placement> of(const layout::View& view, const wire::ViewRange& range);

  std::uint64_t remaining() const { return remaining_; }  // bytes
  // The next strips, `bytes_max` bytes at most, valid until this thread's next call. Empty at the
  // end.
  std::span<const Strip> next(std::uint64_t bytes_max);

 private:
  std::uint64_t remaining_ = 0;
  // A list, and how far it is used up: whole extents, and bytes of the first one that is not.
  std::vector<Extent> extents_;
  std::size_t index_ = 0;
  std::uint64_t into_ = 0;
  // Or a view.
  std::optional<layout::Cursor> cursor_;
};

}  // namespace strait::server
