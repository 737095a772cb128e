#include "wire/checksum.h"

// All of it inside this file: what is preloaded into a program brings no libraries along.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace strait::wire {

std::uint64_t checksum(ConstBytes bytes) noexcept {
  return XXH3_64bits(bytes.data(), bytes.size());
}

struct RunningChecksum::State {
  XXH3_state_t xxh3;
};

RunningChecksum::RunningChecksum() : state_(std::make_unique<State>()) { restart(); }
RunningChecksum::~RunningChecksum() = default;
RunningChecksum::RunningChecksum(RunningChecksum&&) noexcept = default;
RunningChecksum& RunningChecksum::operator=(RunningChecksum&&) noexcept = default;

void RunningChecksum::restart() noexcept { XXH3_64bits_reset(&state_->xxh3); }
void RunningChecksum::add(ConstBytes bytes) noexcept {
  XXH3_64bits_update(&state_->xxh3, bytes.data(), bytes.size());
}
std::uint64_t RunningChecksum::value() const noexcept { return XXH3_64bits_digest(&state_->xxh3); }

}  // namespace strait::wire
