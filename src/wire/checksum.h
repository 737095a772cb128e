// The checksums of the protocol: XXH3 with 64 bits and seed 0 (xxHash, Y. Collet). They find
// damage, not malice.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/bytes.h"

namespace strait::wire {

inline constexpr std::size_t kChecksumSize = 8;  // bytes, big-endian

std::uint64_t checksum(ConstBytes bytes) noexcept;

// Of bytes that come in pieces.
class RunningChecksum {
 public:
  RunningChecksum();
  ~RunningChecksum();
  RunningChecksum(RunningChecksum&&) noexcept;
  RunningChecksum& operator=(RunningChecksum&&) noexcept;

  void restart() noexcept;
  void add(ConstBytes bytes) noexcept;
  std::uint64_t value() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace strait::wire
