#include "sys/address_range.h"

#include <sys/mman.h>

namespace strait::sys {
namespace {

// The upper halves of addresses that are tried: programs lie at the bottom of the address space,
// libraries, stacks and sanitizers' own memory at its top and far below these. The thread sanitizer
// knows of little that lies between; where it takes an address for none of the program's, it has
// the mapping made at address 0.
#ifdef __SANITIZE_THREAD__
constexpr std::uintptr_t kFirstTried = 0x40;
constexpr std::uintptr_t kLastTried = 0x7f;
#else
constexpr std::uintptr_t kFirstTried = 0x6200;
constexpr std::uintptr_t kLastTried = 0x6fff;
#endif

std::uintptr_t map_at(std::uintptr_t address, std::size_t size, int flags) noexcept {
  void* const got = ::mmap(reinterpret_cast<void*>(address), size, PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
  return got == MAP_FAILED ? 0 : reinterpret_cast<std::uintptr_t>(got);
}

}  // namespace

std::uintptr_t reserve_addresses(std::uint32_t low, std::size_t size) noexcept {
  for (std::uintptr_t upper = kFirstTried; upper <= kLastTried; ++upper) {
    const std::uintptr_t wanted = upper << 32 | low;
    const std::uintptr_t got = map_at(wanted, size, MAP_FIXED_NOREPLACE);
    if (got == wanted) return got;
    // A kernel before 4.17 takes the address for a mere hint.
    if (got != 0) ::munmap(reinterpret_cast<void*>(got), size);
  }
  return map_at(0, size, 0);
}

}  // namespace strait::sys
