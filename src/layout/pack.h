// Copies between the scattered bytes of a type in memory and a contiguous stream, from a cursor's
// position on. The caller answers for the memory: `base` plus every offset that the cursor yields
// must be valid. `base` may be null for types with absolute addresses (MPI_BOTTOM). The cursor ends
// after the bytes copied.
#pragma once

#include <cstddef>

#include "base/bytes.h"
#include "layout/cursor.h"

namespace strait::layout {

// Gathers min(cursor.remaining(), out.size()) bytes into `out`, and says how many.
std::size_t pack(Cursor& from, const std::byte* base, MutableBytes out);
// Scatters min(cursor.remaining(), in.size()) bytes of `in`, and says how many.
std::size_t unpack(Cursor& to, std::byte* base, ConstBytes in);

}  // namespace strait::layout
