// Checks on a list of extents that came from a peer, the same in every driver.
#pragma once

#include <span>

#include "base/bytes.h"
#include "base/result.h"

namespace strait::storage {

// Every extent lies within what a file can have (file_too_large), and their lengths add up to
// `bytes` (invalid_argument).
inline Status check_extents(std::span<const Extent> extents, std::size_t bytes) {
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
