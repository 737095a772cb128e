#include "transport/loopback/link.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace strait::transport::loopback {
namespace {

template <class Buffers>
bool nothing_in(const Buffers& buffers) {
  return std::all_of(buffers.begin(), buffers.end(), [](const auto& b) { return b.empty(); });
}

Error nothing_asked() { return error(ErrorKind::invalid_argument, "no bytes to move"); }
Error not_ready() { return Error{ErrorKind::would_block, Retry::later, EAGAIN, "not ready"}; }

}  // namespace

Link::Link(World world, const Script& script, std::uint64_t seed, std::string name)
    : world_(world),
      name_(std::move(name)),
      may_damage_(script.may_damage),
      random_(seed),
      pipes_{Pipe(script.to_listener), Pipe(script.to_connector)} {}

Error Link::lost() const {
  return Error{ErrorKind::unavailable, Retry::reconnect, ECONNRESET,
               fmt::format("connection lost ({})", name_)};
}

bool Link::is_lost_for_receiving(End at) {
  return sides_[at].shut_down || (severed_ && !towards(at).has_flight());
}

bool Link::can_receive(End at) {
  return towards(at).has_bytes() || towards(at).at_end() || is_lost_for_receiving(at);
}

bool Link::can_send(End at) {
  return severed_ || sides_[at].shut_down || sides_[other(at)].shut_down || from(at).has_room();
}

Interest Link::ready(End at, Interest interest) {
  if (is_lost_for_receiving(at)) {
    return interest.readable || interest.writable ? interest : Interest{true, true};
  }
  return {interest.readable && can_receive(at), interest.writable && can_send(at)};
}

// After every change: whoever waits looks again, whoever is to be called back is.
void Link::release_waiters() {
  for (const End end : {connector, listener}) {
    Side& side = sides_[end];
    if (side.on_readable && can_receive(end)) {
      world_.executor.post(std::exchange(side.on_readable, nullptr));
    }
    if (side.on_writable && can_send(end)) {
      world_.executor.post(std::exchange(side.on_writable, nullptr));
    }
    side.changed.notify_all();
  }
}

void Link::schedule_arrival(End sender) {
  const Instant when = from(sender).last_arrival();
  if (when == kNever) return;
  if (when <= world_.clock.now()) return take_arrivals();
  world_.executor.post_at(when, [weak = weak_from_this()] {
    if (const auto link = weak.lock()) {
      const std::lock_guard lock(link->mutex_);
      link->take_arrivals();
    }
  });
}

void Link::take_arrivals() {
  const Instant now = world_.clock.now();
  bool cut = false;
  for (Pipe& pipe : pipes_) cut = pipe.arrive(now) || cut;
  if (cut) sever_locked();
  release_waiters();
}

Result<std::size_t> Link::send(End sender, std::span<const ConstBytes> buffers) {
  if (nothing_in(buffers)) return nothing_asked();
  const std::lock_guard lock(mutex_);
  if (severed_ || sides_[sender].shut_down || sides_[other(sender)].shut_down) return lost();
  const std::size_t moved = from(sender).push(buffers, world_.clock.now(), random_);
  if (moved == 0) return not_ready();
  schedule_arrival(sender);
  return moved;
}

Result<std::size_t> Link::receive(End at, std::span<const MutableBytes> buffers) {
  if (nothing_in(buffers)) return nothing_asked();
  const std::lock_guard lock(mutex_);
  if (sides_[at].shut_down) return lost();
  Pipe& pipe = towards(at);
  if (pipe.has_bytes()) {
    const std::size_t moved = pipe.pull(buffers, random_);
    release_waiters();
    return moved;
  }
  if (pipe.at_end()) {
    return error(ErrorKind::end_of_stream, "the peer closed the connection ({})", name_);
  }
  if (is_lost_for_receiving(at)) return lost();
  return not_ready();
}

Result<Interest> Link::wait(End at, Interest interest, Instant deadline) {
  std::unique_lock lock(mutex_);
  Side& side = sides_[at];
  for (;;) {
    if (std::exchange(side.woken, false)) return Interest{};
    const Interest now_ready = ready(at, interest);
    if (now_ready.readable || now_ready.writable) return now_ready;
    if (world_.clock.now() >= deadline) {
      return Error{ErrorKind::timed_out, Retry::later, 0,
                   fmt::format("no answer in time ({})", name_)};
    }
    if (world_.simulation == nullptr) {
      if (deadline == kNever) {
        side.changed.wait(lock);
      } else {
        side.changed.wait_until(lock, deadline);
      }
      continue;
    }
    lock.unlock();
    if (world_.simulation->next_event() > deadline) {
      world_.simulation->run_until(deadline);
    } else if (!world_.simulation->step()) {
      return error(ErrorKind::internal, "the simulation is idle: {} would wait for ever", name_);
    }
    lock.lock();
  }
}

void Link::wake(End at) noexcept {
  const std::lock_guard lock(mutex_);
  sides_[at].woken = true;
  sides_[at].changed.notify_all();
}

void Link::notify_readable(End at, std::function<void()> ready) {
  const std::lock_guard lock(mutex_);
  sides_[at].on_readable = std::move(ready);
  release_waiters();
}

void Link::notify_writable(End at, std::function<void()> ready) {
  const std::lock_guard lock(mutex_);
  sides_[at].on_writable = std::move(ready);
  release_waiters();
}

void Link::sever_locked() {
  if (std::exchange(severed_, true)) return;
  for (Pipe& pipe : pipes_) pipe.cut();
}

void Link::sever() noexcept {
  const std::lock_guard lock(mutex_);
  sever_locked();
  release_waiters();
}

void Link::shutdown_locked(End by) {
  if (std::exchange(sides_[by].shut_down, true)) return;
  towards(by).drop();
  if (!severed_) {
    from(by).push_end(world_.clock.now());
    schedule_arrival(by);
  }
  release_waiters();
}

void Link::shutdown(End by) noexcept {
  const std::lock_guard lock(mutex_);
  shutdown_locked(by);
}

void Link::abandon(End by) noexcept {
  const std::lock_guard lock(mutex_);
  sides_[by].on_readable = nullptr;
  sides_[by].on_writable = nullptr;
  shutdown_locked(by);
}

}  // namespace strait::transport::loopback
