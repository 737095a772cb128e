#include "bytes_of_access.h"

#include <algorithm>
#include <cstdio>

namespace differential {

Offsets memory_bytes(const TypeMap& datatype, std::int64_t count) {
  Offsets all;
  all.reserve(static_cast<std::size_t>(datatype.size * count));
  for (std::int64_t copy = 0; copy < count; ++copy)
    for (const Piece& piece : datatype.pieces)
      for (std::int64_t i = 0; i < piece.size; ++i)
        all.push_back(copy * datatype.extent() + piece.at + i);
  return all;
}

Offsets file_bytes(const TypeMap& filetype, std::int64_t displacement, std::int64_t begin,
                   std::int64_t length) {
  Offsets all;
  all.reserve(static_cast<std::size_t>(length));
  std::int64_t tile = begin / filetype.size;
  std::int64_t skip = begin % filetype.size;
  while (length > 0) {
    for (const Piece& piece : filetype.pieces) {
      const std::int64_t first = std::min(skip, piece.size);
      skip -= first;
      for (std::int64_t i = first; i < piece.size && length > 0; ++i, --length)
        all.push_back(displacement + tile * filetype.extent() + piece.at + i);
    }
    ++tile;
  }
  return all;
}

std::optional<std::int64_t> whole_elements(const TypeMap& datatype, std::int64_t bytes) {
  std::int64_t elements = bytes / datatype.size * static_cast<std::int64_t>(datatype.pieces.size());
  std::int64_t rest = bytes % datatype.size;
  for (const Piece& piece : datatype.pieces) {
    if (rest < piece.size) break;
    rest -= piece.size;
    ++elements;
  }
  if (rest != 0 || !datatype.uniform) return {};
  return elements;
}

std::uint8_t byte_to_write(std::size_t step, int rank, std::int64_t offset) {
  const auto mixed = (static_cast<std::uint64_t>(offset) + 1) * 0x9e3779b97f4a7c15u +
                     (step * 8 + static_cast<std::size_t>(rank) + 1) * 0xd6e8feb86659fd93u;
  return static_cast<std::uint8_t>((mixed ^ mixed >> 29) * 0xbf58476d1ce4e5b9u >> 56);
}

std::uint8_t byte_before_read(std::size_t step, int rank, std::int64_t offset) {
  return static_cast<std::uint8_t>(~byte_to_write(step, rank, offset));
}

void Hash::add_number(std::int64_t number) {
  for (int i = 0; i < 8; ++i) add(static_cast<std::uint8_t>(number >> 8 * i));
}

std::string Hash::text() const {
  char text[20];
  std::snprintf(text, sizeof text, "%08x", static_cast<unsigned>(state_ ^ state_ >> 32));
  return text;
}

}  // namespace differential
