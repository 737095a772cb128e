// Short rows of a length that the compiler knows become single loads and stores; that is where
// noncontiguous data spends its time.
#include "base/strip.h"

#include <type_traits>

namespace strait::detail {
namespace {

// Calls `copy(row)` with the way to copy one row that suits their length: looked up once a strip.
template <class Copy>
void with_row_copy(std::size_t length, Copy copy) {
  const auto exactly = [&]<std::size_t N>(std::integral_constant<std::size_t, N>) {
    copy([](std::byte* to, const std::byte* from) { std::memcpy(to, from, N); });
  };
  const auto pair = [&]<std::size_t N>(std::integral_constant<std::size_t, N>) {
    copy([length](std::byte* to, const std::byte* from) { copy_pair<N>(to, from, length); });
  };
  const auto is_between = [length](std::size_t least, std::size_t most) {
    return length - least <= most - least;
  };
  if (length == 1) return exactly(std::integral_constant<std::size_t, 1>{});
  if (length == 2) return exactly(std::integral_constant<std::size_t, 2>{});
  if (length == 4) return exactly(std::integral_constant<std::size_t, 4>{});
  if (length == 8) return exactly(std::integral_constant<std::size_t, 8>{});
  if (length == 12) return exactly(std::integral_constant<std::size_t, 12>{});
  if (length == 16) return exactly(std::integral_constant<std::size_t, 16>{});
  if (length == 24) return exactly(std::integral_constant<std::size_t, 24>{});
  if (length == 32) return exactly(std::integral_constant<std::size_t, 32>{});
  if (is_between(2, 4)) return pair(std::integral_constant<std::size_t, 2>{});
  if (is_between(4, 8)) return pair(std::integral_constant<std::size_t, 4>{});
  if (is_between(8, 16)) return pair(std::integral_constant<std::size_t, 8>{});
  if (is_between(16, 32)) return pair(std::integral_constant<std::size_t, 16>{});
  if (is_between(32, 64)) return pair(std::integral_constant<std::size_t, 32>{});
  copy([length](std::byte* to, const std::byte* from) { std::memcpy(to, from, length); });
}

// Addresses as numbers: a step beyond the last row may leave all memory.
std::byte* at(std::uintptr_t address) { return reinterpret_cast<std::byte*>(address); }

}  // namespace

void gather_rows(const Strip& strip, const std::byte* from, std::byte* to) {
  with_row_copy(strip.length, [&](auto copy) {
    const std::uintptr_t stride = strip.stride;
    const std::size_t length = strip.length;
    auto place = reinterpret_cast<std::uintptr_t>(from);
    for (std::uint64_t row = 0, rows = strip.count; row < rows; ++row) {
      copy(to + row * length, at(place));
      place += stride;
    }
  });
}

void scatter_rows(const Strip& strip, std::byte* to, const std::byte* from) {
  with_row_copy(strip.length, [&](auto copy) {
    const std::uintptr_t stride = strip.stride;
    const std::size_t length = strip.length;
    auto place = reinterpret_cast<std::uintptr_t>(to);
    for (std::uint64_t row = 0, rows = strip.count; row < rows; ++row) {
      copy(at(place), from + row * length);
      place += stride;
    }
  });
}

}  // namespace strait::detail
