// Big-endian integers in memory of any alignment.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstring>

namespace strait::wire {

template <std::unsigned_integral T>
constexpr T big_endian(T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  if constexpr (std::endian::native == std::endian::big) return value;
  if constexpr (sizeof(T) == 4) return __builtin_bswap32(value);
  if constexpr (sizeof(T) == 8) return __builtin_bswap64(value);
}

template <std::unsigned_integral T>
inline void store_big(std::byte* to, T value) {
  value = big_endian(value);
  std::memcpy(to, &value, sizeof value);
}

template <std::unsigned_integral T>
inline T load_big(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return big_endian(value);
}

}  // namespace strait::wire
