// The wire form of a type: XDR (RFC 4506; big-endian, 4-byte units), described in full in
// protocol/layout.md.
//
//   layout:     unsigned int version (1); hyper origin; hyper lower_bound; hyper extent; node
//
//   node:       unsigned int kind, then by kind
//     0 empty       nothing; only as the root
//     1 bytes       unsigned hyper length
//     2 strided     unsigned hyper count; hyper stride; node child
//     3 scattered   unsigned int n; hyper at[n]; node child
//     4 runs        unsigned int n; { hyper at; unsigned hyper length }[n]
//     5 indexed     hyper stride; unsigned int n; { hyper at; unsigned hyper count }[n]; node child
//     6 structure   unsigned int n; { hyper at; node child }[n]
//
// `at` and `stride` are bytes. All counts and lengths are >= 1, and at[0] is 0: a node's offsets
// are relative to its first byte in stream order, and `origin` places the root's first byte. An
// encoder writes the simplified tree, so that equal types have equal forms. A decoder accepts every
// well-formed tree within the limits, simplified or not, and simplifies it: what it yields is equal
// to what the sender meant, though its own encoding may be shorter. An id therefore names the bytes
// as they were sent.
//
// Decoding allocates in proportion to the bytes that have arrived, never to what they claim.
#pragma once

#include <cstddef>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "layout/limits.h"
#include "layout/type.h"

namespace strait::layout {

struct WireLimits {
  std::size_t bytes_max = kWireBytesMax;
  std::uint32_t depth_max = kDepthMax;
  std::uint64_t nodes_max = kWireNodesMax;
};

// Bytes of the wire form; may be far beyond the limit.
std::uint64_t wire_size(const Type& type);

// Fails with invalid_argument where the form would exceed a limit: such a type travels as extents.
Result<std::vector<std::byte>> encode(const Type& type, const WireLimits& limits = {});

// Fails with protocol for bytes that are no layout, and with invalid_argument for one that exceeds
// a limit or has offsets that do not fit in 64 bits.
Result<Type> decode(ConstBytes form, const WireLimits& limits = {});

}  // namespace strait::layout
