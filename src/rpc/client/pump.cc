#include "rpc/client/pump.h"

namespace strait::rpc {
namespace {

constexpr std::size_t kReceiveTurn = 4U << 20;  // bytes a call of `in`

std::size_t total(std::span<const MutableBytes> buffers) {
  std::size_t sum = 0;
  for (const MutableBytes buffer : buffers) sum += buffer.size();
  return sum;
}

}  // namespace

Result<bool> Pump::out(Core& core, transport::Connection& connection, Instant now) {
  while (core.wants_to_send()) {
    const std::size_t count = core.gather(gather_, now);
    if (core.broken()) return *core.broken();
    if (count == 0) return false;
    const auto moved = connection.send(std::span(gather_).first(count));
    if (!moved) {
      if (moved.error().kind == ErrorKind::would_block) return true;
      return moved.error();
    }
    core.sent(*moved, now);
    if (core.broken()) return *core.broken();
  }
  return false;
}

Result<bool> Pump::in(Core& core, transport::Connection& connection, Instant now) {
  for (std::size_t turn = 0; turn < kReceiveTurn;) {
    const auto buffers = std::span(scatter_).first(core.scatter(scatter_));
    const auto moved = connection.receive(buffers);
    auto more = take(core, moved, buffers, now);
    if (!more || !*more) return more;
    turn += *moved;
  }
  return true;
}

Result<bool> Pump::in_soon(Core& core, transport::Connection& connection,
                           std::unique_lock<std::mutex>& lock, const Clock& clock) {
  const auto buffers = std::span(scatter_).first(core.scatter(scatter_));
  lock.unlock();
  const auto moved = connection.receive_soon(buffers);
  lock.lock();
  return take(core, moved, buffers, clock.now());
}

Result<bool> Pump::take(Core& core, const Result<std::size_t>& moved,
                        std::span<const MutableBytes> buffers, Instant now) {
  if (!moved) {
    if (moved.error().kind == ErrorKind::would_block) return false;
    return moved.error();
  }
  // Before `received`, which may hand the buffers to somebody else.
  const bool drained = *moved < total(buffers);
  core.received(*moved, now);
  if (core.broken()) return *core.broken();
  return !drained;  // asking again would only cost a system call that says would_block
}

}  // namespace strait::rpc
