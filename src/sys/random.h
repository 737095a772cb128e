// The operating system's randomness, fit for secrets and for ids that must never meet.
#pragma once

#include "base/bytes.h"
#include "base/random.h"

namespace strait::sys {

// Fills `out` from the kernel. Never fails once the system is up; aborts where the kernel has no
// getrandom.
void random_bytes(MutableBytes out) noexcept;

class SystemRandom final : public Random {
 public:
  std::uint64_t next() override;
};

}  // namespace strait::sys
