#include "server/siphash.h"

#include <bit>
#include <cstring>

namespace strait::server {
namespace {

std::uint64_t load(const std::byte* from, std::size_t count = 8) {
  std::uint64_t word = 0;
  if (count > 0) std::memcpy(&word, from, count);  // nothing may be nowhere
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

void store(std::byte* to, std::uint64_t word) {
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  std::memcpy(to, &word, sizeof word);
}

struct State {
  std::uint64_t v0, v1, v2, v3;

  // Unrolled: a loop of this few steps is half overhead.
  template <int count>
  void rounds() {
#pragma GCC unroll 4
    for (int i = 0; i < count; ++i) {
      v0 += v1;
      v2 += v3;
      v1 = std::rotl(v1, 13) ^ v0;
      v3 = std::rotl(v3, 16) ^ v2;
      v0 = std::rotl(v0, 32);
      v2 += v1;
      v0 += v3;
      v1 = std::rotl(v1, 17) ^ v2;
      v3 = std::rotl(v3, 21) ^ v0;
      v2 = std::rotl(v2, 32);
    }
  }
  void absorb(std::uint64_t word) {
    v3 ^= word;
    rounds<2>();
    v0 ^= word;
  }
  std::uint64_t squeeze() const { return v0 ^ v1 ^ v2 ^ v3; }
};

}  // namespace

SipTag siphash(const SipKey& key, ConstBytes message) {
  const std::uint64_t k0 = load(key.data());
  const std::uint64_t k1 = load(key.data() + 8);
  // The paper's constants; 0xee marks the long output.
  State state{k0 ^ 0x736f6d6570736575U, k1 ^ 0x646f72616e646f6dU ^ 0xee, k0 ^ 0x6c7967656e657261U,
              k1 ^ 0x7465646279746573U};
  std::size_t at = 0;
  for (; at + 8 <= message.size(); at += 8) state.absorb(load(message.data() + at));
  state.absorb(load(message.data() + at, message.size() - at) |
               static_cast<std::uint64_t>(message.size()) << 56);
  SipTag tag;
  state.v2 ^= 0xee;
  state.rounds<4>();
  store(tag.data(), state.squeeze());
  state.v1 ^= 0xdd;
  state.rounds<4>();
  store(tag.data() + 8, state.squeeze());
  return tag;
}

}  // namespace strait::server
