// Rows of bytes at equal distances, and the loops that copy them from and to dense memory: what
// noncontiguous access is made of, in a client's memory as in a file. A million pieces of a vector
// are one strip, so nothing is spent on each of them but its copy.
//
// Offsets and strides are of a file; or of memory, relative to some address: then they count modulo
// 2^64, so that rows may lie before that address, or descend. Plain values; whoever copies answers
// for the memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/bytes.h"

namespace strait {

struct Strip {
  std::uint64_t offset = 0;  // of the first row
  std::uint64_t length = 0;  // bytes of a row
  std::uint64_t stride = 0;  // from the beginning of a row to that of the next
  std::uint64_t count = 1;   // rows

  std::uint64_t size() const { return length * count; }
  bool empty() const { return length == 0 || count == 0; }
  Extent row(std::uint64_t index) const { return {offset + index * stride, length}; }
  // `rows` of them, from `first` on.
  Strip part(std::uint64_t first, std::uint64_t rows) const {
    return {offset + first * stride, length, stride, rows};
  }
  friend bool operator==(const Strip&, const Strip&) = default;
};

namespace detail {

void gather_rows(const Strip& strip, const std::byte* from, std::byte* to);
void scatter_rows(const Strip& strip, std::byte* to, const std::byte* from);

// Of lengths from N to 2N: two moves that overlap, whose size the compiler knows.
template <std::size_t N>
void copy_pair(std::byte* to, const std::byte* from, std::size_t length) {
  struct Bytes {
    std::byte bytes[N];
  } head, tail;
  std::memcpy(&head, from, N);
  std::memcpy(&tail, from + length - N, N);
  std::memcpy(to, &head, N);
  std::memcpy(to + length - N, &tail, N);
}

// Elements of arrays are mostly of 4, 8 or 16 bytes.
inline void copy_row(std::byte* to, const std::byte* from, std::size_t length) {
  if (length == 8) {
    std::memcpy(to, from, 8);
  } else if (length == 4) {
    std::memcpy(to, from, 4);
  } else if (length - 8 <= 8) {
    copy_pair<8>(to, from, length);
  } else if (length - 16 <= 16) {
    copy_pair<16>(to, from, length);
  } else {
    std::memcpy(to, from, length);
  }
}

}  // namespace detail

// The rows at `base`, which may be null where offsets are addresses, into `to`, densely.
inline void gather(const Strip& strip, const std::byte* base, std::byte* to) {
  const auto from = reinterpret_cast<const std::byte*>(reinterpret_cast<std::uintptr_t>(base) +
                                                       static_cast<std::uintptr_t>(strip.offset));
  if (strip.count == 1) return detail::copy_row(to, from, strip.length);
  detail::gather_rows(strip, from, to);
}

// The reverse.
inline void scatter(const Strip& strip, std::byte* base, const std::byte* from) {
  const auto to = reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(base) +
                                               static_cast<std::uintptr_t>(strip.offset));
  if (strip.count == 1) return detail::copy_row(to, from, strip.length);
  detail::scatter_rows(strip, to, from);
}

}  // namespace strait
