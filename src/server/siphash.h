// SipHash-2-4 with 128 bits of output (Aumasson, Bernstein: SipHash, a fast short-input PRF, 2012):
// a keyed hash for short messages, here the MAC of handles. A few dozen nanoseconds, where a MAC of
// the usual libraries costs a microsecond for its set-up alone. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/bytes.h"

namespace strait::server {

using SipKey = std::array<std::byte, 16>;
using SipTag = std::array<std::byte, 16>;

SipTag siphash(const SipKey& key, ConstBytes message);

}  // namespace strait::server
