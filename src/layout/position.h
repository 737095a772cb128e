// From a place in a view's stream to its place in the file, and back. Pure functions; both cost
// O(log) of the blocks per level.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "layout/type.h"

namespace strait::layout {

// Where byte `stream_offset` of the stream lies, of `tile` laid end to end from `displacement` on
// (MPI_File_get_byte_offset). Fails with file_too_large beyond 64-bit offsets, with
// invalid_argument where the type is empty.
Result<std::int64_t> offset_of(const Type& tile, std::int64_t displacement,
                               std::uint64_t stream_offset);

// How many bytes of the stream lie below `offset`: the place in the stream where the first byte at
// or above `offset` comes. (For MPI_SEEK_END, with the file's size; rounding up to whole etypes is
// the caller's business.) Fails with invalid_argument where `tile` is not monotonic, and where the
// answer does not fit in 63 bits. 0 for an empty type.
Result<std::uint64_t> bytes_below(const Type& tile, std::int64_t displacement, std::int64_t offset);

}  // namespace strait::layout
