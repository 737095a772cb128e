// The limits of the protocol: the constants of protocol/strait.x, and the limits that the two ends
// tell each other in HELLO. A limit governs what may be sent *to* the end that stated it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/result.h"

namespace strait::wire {

inline constexpr std::uint32_t kProtocolVersion = 1;
inline constexpr std::size_t kHandleSize = 32;  // bytes
inline constexpr std::size_t kIdSize = 16;      // bytes: clients, views, open instances
inline constexpr std::uint32_t kNameMaxBytes = 255;
inline constexpr std::uint32_t kPathMaxBytes = 4096;
inline constexpr std::uint32_t kExportMaxBytes = 64;
inline constexpr std::uint32_t kMessageMaxBytes = 1024;
inline constexpr std::uint32_t kLayoutMaxBytes = 16711680;
inline constexpr std::uint32_t kExtentsMax = 65536;
inline constexpr std::uint32_t kEntriesMax = 4096;
inline constexpr std::uint32_t kHintsMax = 64;
inline constexpr std::uint32_t kHintKeyMax = 64;     // bytes
inline constexpr std::uint32_t kHintValueMax = 256;  // bytes
inline constexpr std::uint32_t kCredentialMax = 8192;
inline constexpr std::uint32_t kVersionTextMax = 256;

// What either end must be able to take, so that any message of the name space gets through, every
// frame of data brings some, and a peer cannot make us hash eight bytes for each one it sends.
inline constexpr std::uint32_t kBodyMaxLeast = 64 << 10;
inline constexpr std::uint64_t kPayloadMaxLeast = 4 << 10;
inline constexpr std::uint32_t kSegmentSizeLeast = 4 << 10;

// Exchanged in HELLO; the defaults are what an end states that has no reason to state others.
struct Limits {
  std::uint32_t body_max = 16 << 20;                   // bytes of one body
  std::uint64_t payload_max = std::uint64_t{1} << 30;  // bytes of one payload
  std::uint32_t segment_size = 1 << 20;                // bytes of a payload between two checksums
  std::uint32_t requests_max = 256;                    // requests in flight on one connection
  std::uint64_t bytes_max = 256 << 20;                 // payload bytes in flight on one connection
  std::uint32_t extents_max = kExtentsMax;             // extents of one request
  std::uint32_t layout_max = kLayoutMaxBytes;          // bytes of one layout

  static void describe(auto& xdr, auto& limits) {
    xdr.number(limits.body_max);
    xdr.number(limits.payload_max);
    xdr.number(limits.segment_size);
    xdr.number(limits.requests_max);
    xdr.number(limits.bytes_max);
    xdr.number(limits.extents_max);
    xdr.number(limits.layout_max);
  }
  friend bool operator==(const Limits&, const Limits&) = default;
};

// In force before HELLO is answered: a small body and nothing else.
inline constexpr Limits kLimitsBeforeHello{.body_max = kBodyMaxLeast, .payload_max = 0};

// Whether an end that states these limits can be talked to. Error: incompatible.
Status check(const Limits& limits);

}  // namespace strait::wire
