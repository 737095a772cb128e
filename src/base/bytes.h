// Views of memory, and extents of a file. Nothing here owns anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace strait {

using ConstBytes = std::span<const std::byte>;
using MutableBytes = std::span<std::byte>;

inline ConstBytes bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}
inline std::string_view text_of(ConstBytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// A range of a file, in bytes.
struct Extent {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;

  constexpr std::uint64_t end() const {
    return offset + length;
  }  // callers have checked that it fits
  friend constexpr bool operator==(const Extent&, const Extent&) = default;
};

constexpr bool overlap(const Extent& a, const Extent& b) {
  return a.length != 0 && b.length != 0 && a.offset < b.end() && b.offset < a.end();
}

// Offsets in files fit MPI_Offset and off_t: nothing may reach beyond.
inline constexpr std::uint64_t kFileOffsetMax = std::numeric_limits<std::int64_t>::max();

// Arithmetic on numbers that a peer or a program chose: nothing where it would overflow.
template <class T>
constexpr std::optional<T> checked_add(T a, std::type_identity_t<T> b) {
  T sum{};
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}
template <class T>
constexpr std::optional<T> checked_sub(T a, std::type_identity_t<T> b) {
  T difference{};
  if (__builtin_sub_overflow(a, b, &difference)) return std::nullopt;
  return difference;
}
template <class T>
constexpr std::optional<T> checked_mul(T a, std::type_identity_t<T> b) {
  T product{};
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

// Whether [offset, offset + length) lies within what a file can have.
constexpr bool fits_in_file(std::uint64_t offset, std::uint64_t length) {
  return offset <= kFileOffsetMax && length <= kFileOffsetMax - offset;
}

}  // namespace strait
