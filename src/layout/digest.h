// SHA-256 (FIPS 180-4), for naming layouts by their content. Our own because this room becomes part
// of what is loaded into users' programs, where a second copy of a cryptographic library is not
// wanted. Not for secrets: no attempt at constant time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/bytes.h"

namespace strait::layout {

using Digest = std::array<std::byte, 32>;

Digest sha256(ConstBytes message);

}  // namespace strait::layout
