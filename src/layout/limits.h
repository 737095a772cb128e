// What a layout may have at most. A program that goes beyond gets an error that names the limit;
// so does a peer that sends more. protocol/layout.md repeats those that a peer must know.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strait::layout {

// Levels of a simplified tree. Every level but a structure at least doubles the number of bytes,
// and structures inside structures are spliced, so that a program's types stay far below.
inline constexpr std::uint32_t kDepthMax = 128;

// Nodes of a simplified tree, each counted as often as it occurs.
inline constexpr std::uint64_t kNodesMax = 1 << 24;

// A structure takes over the fields of a structure inside it, and the rows of bytes of a field,
// where these are no more than so many. Larger ones are left alone: nesting would copy them at each
// level.
inline constexpr std::size_t kSplicedFieldsMax = 128;
// The same for evenly spaced rows, which are smaller as they are.
inline constexpr std::uint64_t kSplicedStridesMax = 4;

// Bytes of the wire form of one layout (LAYOUT_MAX_BYTES of protocol/strait.x).
inline constexpr std::size_t kWireBytesMax = 16711680;

// Nodes of a tree that a peer sends. One costs at least 12 bytes on the wire and some 250 of
// memory.
inline constexpr std::uint64_t kWireNodesMax = 1 << 18;

}  // namespace strait::layout
