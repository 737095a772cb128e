// A frame is a header of fixed size, an XDR body and a raw payload; protocol/spec.md has the bytes.
// The header is checked by itself, against its own checksum and the receiver's limits, before
// anything that it announces is read: from then on its lengths can be trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/result.h"
#include "wire/limits.h"
#include "wire/operation.h"

namespace strait::wire {

inline constexpr std::size_t kHeaderSize = 40;       // bytes
inline constexpr std::uint32_t kMagic = 0x53545254;  // "STRT"

// Bits of FrameHeader::flags.
inline constexpr std::uint32_t kFlagReply = 1;
inline constexpr std::uint32_t kFlagMore = 2;       // further frames of this reply follow
inline constexpr std::uint32_t kFlagChecksums = 4;  // body and payload segments have checksums
inline constexpr std::uint32_t kFlagsKnown = kFlagReply | kFlagMore | kFlagChecksums;

struct FrameHeader {
  Operation operation = Operation::null;
  std::uint64_t request = 0;  // its number on this connection; a reply has that of its request
  std::uint32_t flags = 0;
  std::uint32_t body_length = 0;     // bytes, without the checksum
  std::uint64_t payload_length = 0;  // bytes, without the checksums

  bool reply() const { return (flags & kFlagReply) != 0; }
  bool more() const { return (flags & kFlagMore) != 0; }
  bool checksums() const { return (flags & kFlagChecksums) != 0; }
  friend bool operator==(const FrameHeader&, const FrameHeader&) = default;
};

void write_header(std::span<std::byte, kHeaderSize> to, const FrameHeader& header);

// Error: protocol, saying which rule was broken; worth a new connection where that was damage.
Result<FrameHeader> parse_header(std::span<const std::byte, kHeaderSize> from,
                                 const Limits& limits);

}  // namespace strait::wire
