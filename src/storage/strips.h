// Lists of strips that came from a peer: what is checked of them, the same in every driver, and the
// walk over their rows.
#pragma once

#include <span>

#include "base/result.h"
#include "base/strip.h"

namespace strait::storage {

namespace detail {

// How many of the list's first strips are single rows that are right without doubt, of at most
// `bytes`; takes their bytes off. Patterns that are no vector come as such, by the million.
inline std::size_t plain_rows(std::span<const Strip> strips, std::uint64_t& bytes) {
  std::uint64_t left = bytes;
  std::size_t n = 0;
  for (; n < strips.size(); ++n) {
    const Strip& strip = strips[n];
    // With a length that there is data for, the sum cannot wrap.
    if (strip.count != 1 || strip.length > left || strip.offset > kFileOffsetMax - left) break;
    left -= strip.length;
  }
  bytes = left;
  return n;
}

// Takes the bytes of one strip off `bytes`.
inline Status check_strip(const Strip& strip, std::uint64_t& bytes) {
  constexpr std::uint64_t kBeyond = ~std::uint64_t{0};  // no place in a file
  if (strip.empty()) return {};
  // A stride that descends is one beyond all bounds.
  const auto reach = checked_mul(strip.stride, strip.count - 1).value_or(kBeyond);
  const auto last =
      strip.count == 1 ? strip.offset : checked_add(strip.offset, reach).value_or(kBeyond);
  if (!fits_in_file(last, strip.length)) {
    return error(ErrorKind::file_too_large,
                 "{} rows of {} bytes at {}, {} bytes apart: no file reaches there", strip.count,
                 strip.length, strip.offset, strip.stride);
  }
  const auto size = checked_mul(strip.length, strip.count);
  if (!size || *size > bytes) {
    return error(ErrorKind::invalid_argument, "strips with more bytes than there are data");
  }
  bytes -= *size;
  return {};
}

}  // namespace detail

// Every row lies within what a file can have, and no strip descends (file_too_large); their bytes
// add up to `bytes` (invalid_argument).
inline Status check_strips(std::span<const Strip> strips, std::size_t bytes) {
  std::uint64_t left = bytes;
  for (strips = strips.subspan(detail::plain_rows(strips, left)); !strips.empty();
       strips = strips.subspan(detail::plain_rows(strips, left))) {
    STRAIT_TRY(detail::check_strip(strips.front(), left));
    strips = strips.subspan(1);
  }
  if (left != 0) {
    return error(ErrorKind::invalid_argument, "strips with fewer bytes than the {} of the data",
                 bytes);
  }
  return {};
}

inline Status check_size(std::uint64_t size) {
  if (size <= kFileOffsetMax) return {};
  return error(ErrorKind::file_too_large, "a size of {} bytes: no file is that large", size);
}

// Calls `use(row, data offset)` for each row that has bytes, until it fails.
template <class Use>
Status for_each_row(std::span<const Strip> strips, Use use) {
  std::size_t at = 0;
  for (const Strip& strip : strips) {
    if (strip.empty()) continue;
    for (std::uint64_t row = 0; row < strip.count; ++row, at += strip.length) {
      STRAIT_TRY(use(strip.row(row), at));
    }
  }
  return {};
}

}  // namespace strait::storage
