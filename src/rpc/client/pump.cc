#include "rpc/client/pump.h"

#include <array>

namespace strait::rpc {
namespace {

constexpr std::size_t kGather = 64;             // buffers a send
constexpr std::size_t kScatter = 8;             // buffers a receive
constexpr std::size_t kReceiveTurn = 4U << 20;  // bytes a call of pump_in

std::size_t total(std::span<const MutableBytes> buffers) {
  std::size_t sum = 0;
  for (const MutableBytes buffer : buffers) sum += buffer.size();
  return sum;
}

}  // namespace

Result<bool> pump_out(Core& core, transport::Connection& connection, const Clock& clock) {
  std::array<ConstBytes, kGather> buffers;
  for (;;) {
    const Instant now = clock.now();
    const std::size_t count = core.gather(buffers, now);
    if (core.broken()) return *core.broken();
    if (count == 0) return false;
    const auto moved = connection.send(std::span(buffers).first(count));
    if (!moved) {
      if (moved.error().kind == ErrorKind::would_block) return true;
      return moved.error();
    }
    core.sent(*moved, now);
    if (core.broken()) return *core.broken();
  }
}

Result<bool> pump_in(Core& core, transport::Connection& connection, const Clock& clock) {
  std::array<MutableBytes, kScatter> buffers;
  for (std::size_t turn = 0; turn < kReceiveTurn;) {
    const std::size_t count = core.scatter(buffers);
    const auto moved = connection.receive(std::span(buffers).first(count));
    if (!moved) {
      if (moved.error().kind == ErrorKind::would_block) return false;
      return moved.error();
    }
    // Before `received`, which may hand the buffers to somebody else.
    const bool drained = *moved < total(std::span(buffers).first(count));
    core.received(*moved, clock.now());
    if (core.broken()) return *core.broken();
    if (drained) return false;  // asking again would only cost a system call that says would_block
    turn += *moved;
  }
  return true;
}

}  // namespace strait::rpc
