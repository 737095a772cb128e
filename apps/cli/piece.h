// The units that files are copied in, and how many of them are in flight.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace strait::cli {

inline constexpr std::uint64_t kPieceSize = 4ULL << 20;  // bytes
// More in flight than this would be more to send again when a copy is resumed (resume.h).
inline constexpr std::size_t kPiecesMax = 16;
inline constexpr std::uint64_t kInFlightMax = kPiecesMax * kPieceSize;  // bytes

using PieceBuffer = std::unique_ptr<std::byte[]>;

inline PieceBuffer make_piece_buffer() {
  return std::make_unique_for_overwrite<std::byte[]>(kPieceSize);
}

// Enough pieces to fill a connection's window.
inline std::size_t pieces_in_flight(std::uint64_t window_bytes) {
  return std::clamp<std::size_t>(window_bytes / kPieceSize, 2, kPiecesMax);
}

}  // namespace strait::cli
