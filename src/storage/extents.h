// Checks on a list of extents that came from a peer, the same in every driver.
#pragma once

#include <span>

#include "base/bytes.h"
#include "base/result.h"

namespace strait::storage {

namespace detail {

// Whether a list is right, without saying what is wrong with it. A million pieces pass through
// here: the loop has no branches, so that the processor takes several at a time. May refuse right
// lists that are beyond all measure.
inline bool plainly_right(std::span<const Extent> extents, std::size_t bytes) {
  constexpr std::uint64_t kTopBit = std::uint64_t{1} << 63;
  static_assert(kFileOffsetMax == kTopBit - 1);
  constexpr std::uint64_t kCountMax = std::uint64_t{1} << 24;
  constexpr std::uint64_t kLengthMax = std::uint64_t{1} << 39;  // so many of these do not wrap
  std::uint64_t sum = 0;
  std::uint64_t ends = 0;  // bits that are set in any
  std::uint64_t lengths = 0;
  for (const Extent& extent : extents) {
    // Two numbers without the top bit have a sum that does not wrap.
    ends |= extent.offset | (extent.offset + extent.length);
    lengths |= extent.length;
    sum += extent.length;
  }
  return (ends & kTopBit) == 0 && lengths < kLengthMax && extents.size() < kCountMax &&
         sum == bytes;
}

}  // namespace detail

// Every extent lies within what a file can have (file_too_large), and their lengths add up to
// `bytes` (invalid_argument).
inline Status check_extents(std::span<const Extent> extents, std::size_t bytes) {
  if (detail::plainly_right(extents, bytes)) [[likely]]
    return {};
  std::uint64_t sum = 0;
  for (const Extent& extent : extents) {
    if (!fits_in_file(extent.offset, extent.length)) [[unlikely]] {
      return error(ErrorKind::file_too_large, "an extent of {} bytes at {}: no file reaches there",
                   extent.length, extent.offset);
    }
    // Each length is below 2^63, so the sum cannot wrap unnoticed past `bytes`.
    sum += extent.length;
    if (sum > bytes) [[unlikely]]
      break;
  }
  if (sum != bytes) {
    return error(ErrorKind::invalid_argument, "extents of {} bytes with {} bytes of data", sum,
                 bytes);
  }
  return {};
}

inline Status check_size(std::uint64_t size) {
  if (size <= kFileOffsetMax) return {};
  return error(ErrorKind::file_too_large, "a size of {} bytes: no file is that large", size);
}

}  // namespace strait::storage
