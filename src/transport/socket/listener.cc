#include "transport/socket/listener.h"

#include <mutex>
#include <utility>

#include "sys/socket.h"

namespace strait::transport {
namespace {

// What concerns one connection that wanted in, not the listener (accept(2)).
bool is_exhaustion(const Error& error) { return error.kind == ErrorKind::exhausted; }

}  // namespace

struct SocketListener::State : std::enable_shared_from_this<State> {
  State(Parts p, Notifier& n) : parts(std::move(p)), address(parts.address), notifier(n) {}

  Parts parts;  // parts.socket and parts.at_close are guarded by mutex, the rest is constant
  const std::string address;
  Notifier& notifier;
  Accepted accepted;  // set before the first callback is asked for

  std::mutex mutex;
  bool closed = false;           // guarded by mutex
  std::unique_ptr<Watch> watch;  // guarded by mutex

  void await() {
    const std::lock_guard lock(mutex);
    if (closed) return;
    watch->notify_readable(Readiness::unknown,
                           [self = shared_from_this()] { self->accept_batch(); });
  }

  void pause() {
    const auto when = SteadyClock().now() + kAcceptPause;
    notifier.post_at(when, [self = shared_from_this()] { self->accept_batch(); });
  }

  Result<sys::UniqueFd> accept_one() {
    // The lock keeps the descriptor from being closed, and its number given away, under the call.
    const std::lock_guard lock(mutex);
    if (closed) return error(ErrorKind::cancelled, "closed");
    return sys::accept_socket(parts.socket.get());
  }

  void accept_batch() {
    for (int i = 0; i < kAcceptBatch; ++i) {
      auto socket = accept_one();
      if (!socket) {
        if (socket.error().kind == ErrorKind::cancelled) return;
        if (socket.error().kind == ErrorKind::would_block) break;
        if (is_exhaustion(socket.error())) return pause();
        continue;  // that one connection failed while it waited
      }
      if (auto connection = parts.adopt(std::move(*socket))) accepted(std::move(connection));
    }
    await();
  }

  void close() noexcept {
    std::unique_ptr<Watch> dropped;
    const std::lock_guard lock(mutex);
    if (std::exchange(closed, true)) return;
    dropped = std::move(watch);
    dropped.reset();  // before the descriptor
    parts.socket.reset();
    if (auto at_close = std::exchange(parts.at_close, nullptr)) at_close();
  }
};

SocketListener::SocketListener(Parts parts, Notifier& notifier)
    : state_(std::make_shared<State>(std::move(parts), notifier)) {}

SocketListener::~SocketListener() { close(); }

void SocketListener::start(Accepted accepted) {
  state_->accepted = std::move(accepted);
  {
    const std::lock_guard lock(state_->mutex);
    if (state_->closed) return;
    auto watch = state_->notifier.watch(state_->parts.socket.get());
    if (watch) state_->watch = std::move(*watch);
  }
  state_->await();
}

void SocketListener::close() noexcept { state_->close(); }

std::string SocketListener::address() const { return state_->address; }

}  // namespace strait::transport
