#include "transport/socket/connection.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "sys/epoll.h"
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

// What input_ calls its descriptors.
constexpr std::uint64_t kSocketTag = 0;
constexpr std::uint64_t kWakeTag = 1;

// An answer from nearby takes less; the kernel makes it one or two of its own ticks.
constexpr Duration kSoon = std::chrono::milliseconds(1);

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
  return take(buffers, sys::Blocking::no);
}

// One system call instead of two, and the cheaper way to sleep.
Result<std::size_t> SocketConnection::receive_soon(std::span<const MutableBytes> buffers) {
  STRAIT_TRY(prepare_to_block());
  return take(buffers, sys::Blocking::yes);
}

// All other calls ask not to block, each by itself.
Status SocketConnection::prepare_to_block() {
  if (may_block_) return {};
  STRAIT_TRY(sys::set_receive_timeout(socket_.get(), kSoon));
  STRAIT_TRY(sys::set_blocking(socket_.get(), sys::Blocking::yes));
  may_block_ = true;
  return {};
}

Result<std::size_t> SocketConnection::take(std::span<const MutableBytes> buffers,
                                           sys::Blocking blocking) {
  if (nothing_in(buffers)) return nothing_asked();
  // Otherwise bytes that came before it could still be read.
  if (shut_down_.load(std::memory_order_acquire)) {
    return lost(error(ErrorKind::unavailable, "shut down on this side"));
  }
  auto moved = sys::receive_scatter(socket_.get(), buffers, blocking);
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

Status SocketConnection::prepare_to_wait() {
  if (input_) return {};
  STRAIT_ASSIGN(sys::UniqueFd event, sys::make_event_descriptor());
  STRAIT_ASSIGN(sys::UniqueFd input, sys::make_epoll());
  STRAIT_TRY(sys::epoll_add(input.get(), socket_.get(), EPOLLIN, kSocketTag));
  STRAIT_TRY(sys::epoll_add(input.get(), event.get(), EPOLLIN, kWakeTag));
  wake_event_ = std::move(event);
  input_ = std::move(input);
  return {};
}

// Waiting for input alone is what every small round trip does, and cheaper where the kernel has
// been told before which descriptors are meant. The bits of epoll are those of poll.
Result<SocketConnection::Seen> SocketConnection::look(Interest interest, Instant deadline) {
  if (interest.readable && !interest.writable) {
    std::array<epoll_event, 2> ready;
    const int count = sys::epoll_take_until(input_.get(), ready, deadline);
    Seen seen{.events = 0, .in_time = count != 0};
    for (const epoll_event& one : std::span(ready).first(static_cast<std::size_t>(count))) {
      if (one.data.u64 == kSocketTag) seen.events = static_cast<short>(one.events);
    }
    return seen;
  }
  short wanted = 0;
  if (interest.readable) wanted |= POLLIN;
  if (interest.writable) wanted |= POLLOUT;
  std::array<pollfd, 2> polled{pollfd{socket_.get(), wanted, 0},
                               pollfd{wake_event_.get(), POLLIN, 0}};
  STRAIT_ASSIGN(const int count, sys::poll_until(polled, deadline));
  return Seen{.events = polled[0].revents, .in_time = count != 0};
}

Result<Interest> SocketConnection::wait(Interest interest, Instant deadline) {
  STRAIT_TRY(prepare_to_wait());
  waiting_.store(true);
  Result<Seen> seen = Seen{};
  bool woken = false;
  for (;;) {
    woken = woken_.load() && woken_.exchange(false);
    if (woken) break;
    seen = look(interest, deadline);
    if (!seen || !seen->in_time || seen->events != 0) break;
    // Only the event: it is taken back before woken_ is looked at, and where woken_ is not set it
    // was the late signal of a wake that has been answered already.
    sys::clear_event(wake_event_.get());
  }
  waiting_.store(false, std::memory_order_relaxed);

  if (!seen) return std::move(seen).error();
  if (woken) return Interest{};
  if (!seen->in_time) {
    return Error{ErrorKind::timed_out, Retry::later, 0,
                 fmt::format("no answer in time ({})", facts_.description)};
  }
  const short events = seen->events;
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
