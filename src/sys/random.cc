#include "sys/random.h"

#include <sys/random.h>

#include <cerrno>
#include <cstdlib>

namespace strait::sys {

void random_bytes(MutableBytes out) noexcept {
  while (!out.empty()) {
    const ssize_t n = ::getrandom(out.data(), out.size(), 0);
    if (n < 0 && errno != EINTR) std::abort();
    if (n > 0) out = out.subspan(static_cast<std::size_t>(n));
  }
}

std::uint64_t SystemRandom::next() {
  std::uint64_t number = 0;
  random_bytes(std::as_writable_bytes(std::span(&number, 1)));
  return number;
}

}  // namespace strait::sys
