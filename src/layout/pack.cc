// Short rows of a length that the compiler knows become single loads and stores; that is where
// noncontiguous data spends its time. Everything else is memcpy.
#include "layout/pack.h"

#include <algorithm>
#include <cstring>

namespace strait::layout {

namespace {

// Through integers, since a null base with absolute offsets is meant.
std::uintptr_t address(const std::byte* base, std::int64_t offset) {
  return reinterpret_cast<std::uintptr_t>(base) + static_cast<std::uintptr_t>(offset);
}

template <std::size_t Length>
void gather_rows(const Strip& strip, std::uintptr_t from, std::byte* to) {
  const std::uint64_t length = Length != 0 ? Length : strip.length;
  for (std::uint64_t i = 0; i < strip.count; ++i) {
    std::memcpy(to, reinterpret_cast<const std::byte*>(from), Length != 0 ? Length : length);
    to += length;
    from += static_cast<std::uintptr_t>(strip.stride);
  }
}

template <std::size_t Length>
void scatter_rows(const Strip& strip, std::uintptr_t to, const std::byte* from) {
  const std::uint64_t length = Length != 0 ? Length : strip.length;
  for (std::uint64_t i = 0; i < strip.count; ++i) {
    std::memcpy(reinterpret_cast<std::byte*>(to), from, Length != 0 ? Length : length);
    from += length;
    to += static_cast<std::uintptr_t>(strip.stride);
  }
}

}  // namespace

void gather(const Strip& strip, const std::byte* base, std::byte* to) {
  const std::uintptr_t from = address(base, strip.offset);
  switch (strip.length) {
    case 1:
      return gather_rows<1>(strip, from, to);
    case 2:
      return gather_rows<2>(strip, from, to);
    case 4:
      return gather_rows<4>(strip, from, to);
    case 8:
      return gather_rows<8>(strip, from, to);
    case 16:
      return gather_rows<16>(strip, from, to);
    default:
      return gather_rows<0>(strip, from, to);
  }
}

void scatter(const Strip& strip, std::byte* base, const std::byte* from) {
  const std::uintptr_t to = address(base, strip.offset);
  switch (strip.length) {
    case 1:
      return scatter_rows<1>(strip, to, from);
    case 2:
      return scatter_rows<2>(strip, to, from);
    case 4:
      return scatter_rows<4>(strip, to, from);
    case 8:
      return scatter_rows<8>(strip, to, from);
    case 16:
      return scatter_rows<16>(strip, to, from);
    default:
      return scatter_rows<0>(strip, to, from);
  }
}

std::size_t pack(Cursor& from, const std::byte* base, MutableBytes out) {
  std::size_t done = 0;
  while (done < out.size()) {
    const Strip strip = from.next_strip(out.size() - done);
    if (strip.count == 0) break;
    gather(strip, base, out.data() + done);
    done += strip.size();
  }
  return done;
}

std::size_t unpack(Cursor& to, std::byte* base, ConstBytes in) {
  std::size_t done = 0;
  while (done < in.size()) {
    const Strip strip = to.next_strip(in.size() - done);
    if (strip.count == 0) break;
    scatter(strip, base, in.data() + done);
    done += strip.size();
  }
  return done;
}

}  // namespace strait::layout
