// Addresses that nothing else in the process has: a range that is reserved and can never be read or
// written, for handles that look like pointers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strait::sys {

// A range of `size` bytes whose first address ends in the 32 bits `low` (a multiple of 64 KiB);
// somewhere else where the process has no such place left, and 0 where it has none at all. It stays
// reserved for the life of the process.
std::uintptr_t reserve_addresses(std::uint32_t low, std::size_t size) noexcept;

}  // namespace strait::sys
