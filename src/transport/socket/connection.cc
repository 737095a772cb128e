#include "transport/socket/connection.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "sys/poll.h"
#include "sys/socket.h"

namespace strait::transport {
namespace {

// A call that moves nothing cannot be told from the end of a stream.
template <class Buffers>
bool nothing_in(const Buffers& buffers) {
  return std::all_of(buffers.begin(), buffers.end(), [](const auto& b) { return b.empty(); });
}

// Fewer bytes than there was space for: the socket's buffer was empty then.
bool is_short(std::size_t moved, std::span<const MutableBytes> buffers) {
  if (buffers.size() > sys::kGatherMax) return false;  // not all of them were asked for
  std::size_t space = 0;
  for (const MutableBytes& buffer : buffers) space += buffer.size();
  return moved < space;
}

Error nothing_asked() { return error(ErrorKind::invalid_argument, "no bytes to move"); }

}  // namespace

SocketConnection::SocketConnection(sys::UniqueFd socket, Facts facts, Notifier* notifier)
    : socket_(std::move(socket)), facts_(std::move(facts)), notifier_(notifier) {}

SocketConnection::~SocketConnection() {
  // Before the descriptor closes and its number means something else.
  watch_.reset();
}

Error SocketConnection::lost(Error why) const {
  return Error{ErrorKind::unavailable, Retry::reconnect, why.os_errno,
               fmt::format("connection lost ({}): {}", facts_.description, why.what)};
}

Result<std::size_t> SocketConnection::send(std::span<const ConstBytes> buffers) {
  if (nothing_in(buffers)) return nothing_asked();
  auto moved = sys::send_gather(socket_.get(), buffers);
  if (moved || moved.error().kind == ErrorKind::would_block) return moved;
  return lost(std::move(moved).error());
}

Result<std::size_t> SocketConnection::receive(std::span<const MutableBytes> buffers) {
  if (nothing_in(buffers)) return nothing_asked();
  // Otherwise bytes that came before it could still be read.
  if (shut_down_.load(std::memory_order_acquire)) {
    return lost(error(ErrorKind::unavailable, "shut down on this side"));
  }
  auto moved = sys::receive_scatter(socket_.get(), buffers);
  if (moved) {
    known_.store(is_short(*moved, buffers) ? Readiness::exhausted : Readiness::unknown,
                 std::memory_order_relaxed);
    if (*moved > 0) return moved;
    if (shut_down_.load(std::memory_order_acquire)) {
      return lost(error(ErrorKind::unavailable, "shut down on this side"));
    }
    return error(ErrorKind::end_of_stream, "the peer closed the connection ({})",
                 facts_.description);
  }
  if (moved.error().kind == ErrorKind::would_block) {
    known_.store(Readiness::exhausted, std::memory_order_relaxed);
    return moved;
  }
  return lost(std::move(moved).error());
}

Result<Interest> SocketConnection::wait(Interest interest, Instant deadline) {
  if (!wake_event_) {
    STRAIT_ASSIGN(wake_event_, sys::make_event_descriptor());
  }
  short wanted = 0;
  if (interest.readable) wanted |= POLLIN;
  if (interest.writable) wanted |= POLLOUT;
  std::array<pollfd, 2> polled{pollfd{socket_.get(), wanted, 0},
                               pollfd{wake_event_.get(), POLLIN, 0}};

  waiting_.store(true);
  Result<int> ready = 0;
  bool woken = false;
  for (;;) {
    woken = woken_.load() && woken_.exchange(false);
    if (woken) break;
    ready = sys::poll_until(polled, deadline);
    if (!ready || *ready == 0 || polled[0].revents != 0) break;
    // Only the event: it is taken back before woken_ is looked at, and where woken_ is not set it
    // was the late signal of a wake that has been answered already.
    sys::clear_event(wake_event_.get());
  }
  waiting_.store(false, std::memory_order_relaxed);

  if (!ready) return std::move(ready).error();
  if (woken) return Interest{};
  if (*ready == 0) {
    return Error{ErrorKind::timed_out, Retry::later, 0,
                 fmt::format("no answer in time ({})", facts_.description)};
  }
  const short events = polled[0].revents;
  if ((events & (POLLERR | POLLHUP | POLLNVAL)) != 0) {
    // Lost: what was asked for, so that the caller's next call meets the error.
    if (!interest.readable && !interest.writable) return Interest{true, true};
    return interest;
  }
  return Interest{(events & POLLIN) != 0, (events & POLLOUT) != 0};
}

void SocketConnection::wake() noexcept {
  if (!woken_.exchange(true) && waiting_.load()) sys::signal_event(wake_event_.get());
}

Watch* SocketConnection::watch_for(std::function<void()>& ready) {
  if (notifier_ == nullptr) std::abort();
  const std::lock_guard lock(watch_mutex_);
  if (!watch_) {
    auto made = notifier_->watch(socket_.get());
    if (!made) {
      // Nobody would ever call back: the connection is of no use any more, and says so at once.
      shutdown();
      notifier_->post(std::move(ready));
      return nullptr;
    }
    watch_ = std::move(*made);
    // Registering has looked: bytes that are there already are under way as an event.
    known_.store(Readiness::exhausted, std::memory_order_relaxed);
  }
  return watch_.get();
}

void SocketConnection::notify_readable(std::function<void()> ready) {
  Watch* const watch = watch_for(ready);
  if (watch == nullptr) return;
  // Known once: what the event brings may be left unread.
  watch->notify_readable(known_.exchange(Readiness::unknown, std::memory_order_relaxed),
                         std::move(ready));
}

void SocketConnection::notify_writable(std::function<void()> ready) {
  if (Watch* watch = watch_for(ready)) watch->notify_writable(std::move(ready));
}

void SocketConnection::shutdown() noexcept {
  // The kernel then reports both directions as ready, to whoever waits and whoever is notified.
  if (!shut_down_.exchange(true)) sys::shutdown_socket(socket_.get());
}

}  // namespace strait::transport
