#include "server/placement.h"

#include <algorithm>

namespace strait::server {
namespace {

// What `next` hands out lies here: one batch per thread instead of one per request.
std::vector<Strip>& batch() {
  thread_local std::vector<Strip> strips(Placement::kBatchMax);
  return strips;
}

}  // namespace

Result<Placement> Placement::of(std::vector<Extent> extents) {
  Placement placement;
  for (const Extent& extent : extents) {
    if (!fits_in_file(extent.offset, extent.length)) {
      return error(ErrorKind::file_too_large, "an extent of {} bytes at {}", extent.length,
                   extent.offset);
    }
    const auto sum = checked_add(placement.remaining_, extent.length);
    if (!sum || *sum > kFileOffsetMax) {
      return error(ErrorKind::invalid_argument, "the extents have more bytes than a file can have");
    }
    placement.remaining_ = *sum;
  }
  placement.extents_ = std::move(extents);
  return placement;
}

Result<Placement> Placement::of(const layout::View& view, const wire::ViewRange& range) {
  if (!fits_in_file(range.offset, range.length) || range.displacement > kFileOffsetMax) {
    return error(ErrorKind::file_too_large, "{} bytes at {} of a view at {}", range.length,
                 range.offset, range.displacement);
  }
  Placement placement;
  placement.remaining_ = range.length;
  if (range.length == 0) return placement;
  placement.cursor_.emplace(view.tile(), static_cast<std::int64_t>(range.displacement));
  STRAIT_TRY(placement.cursor_->seek(range.offset, range.length));
  return placement;
}

std::span<const Strip> Placement::next(std::uint64_t bytes_max) {
  bytes_max = std::min(bytes_max, remaining_);
  if (bytes_max == 0) return {};
  std::vector<Strip>& out = batch();
  std::size_t count = 0;
  if (cursor_) {
    count = cursor_->fill(std::span(out), bytes_max);
    remaining_ = cursor_->remaining();
    return std::span(out).first(count);
  }
  std::uint64_t left = bytes_max;
  while (left != 0 && count < kBatchMax) {
    const Extent& extent = extents_[index_];
    const std::uint64_t length = std::min(left, extent.length - into_);
    if (length != 0) out[count++] = {extent.offset + into_, length};
    left -= length;
    into_ += length;
    if (into_ == extent.length) {
      ++index_;
      into_ = 0;
    }
  }
  remaining_ -= bytes_max - left;
  return std::span(out).first(count);
}

}  // namespace strait::server
