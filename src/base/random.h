// Randomness is handed in. SeededRandom is for tests and simulation (same seed, same numbers, on
// every platform); sys/ has the operating system's.
#pragma once

#include <cstdint>

namespace strait {

class Random {
 public:
  virtual ~Random() = default;
  virtual std::uint64_t next() = 0;

  // Uniform in [0, bound); bound > 0. The bias of at most bound/2^64 does not matter to any caller.
  std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * bound) >> 64);
  }
  // True in `parts` of `whole` cases.
  bool chance(std::uint64_t parts, std::uint64_t whole) { return below(whole) < parts; }
};

// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). Not for
// secrets.
class SeededRandom final : public Random {
 public:
  explicit SeededRandom(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() override {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace strait
