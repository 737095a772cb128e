#include "rpc/client/channel.h"

#include <algorithm>
#include <utility>

#include "sys/quiet_thread.h"

namespace strait::rpc {
namespace {

// One attempt to connect; the call's own timeout goes on beyond it.
constexpr Duration kConnectAttemptMax = std::chrono::seconds(10);

// Who has less time than this must not wait where only an answer ends it.
constexpr Duration kSoonMax = std::chrono::milliseconds(100);

Error shutting_down() { return error(ErrorKind::cancelled, "the client is shutting down"); }

}  // namespace

Channel::Channel(Connect connect, CoreOptions options, std::unique_ptr<Random> random, Log& log)
    : connect_(std::move(connect)),
      random_(std::move(random)),
      core_(std::move(options), *random_, log) {}

Channel::~Channel() { shut_down(); }

void Channel::shut_down() {
  {
    Lock lock(mutex_);
    stopping_ = true;
    changed_.wait(lock, [this] { return !receiving_; });
    core_.fail_all(shutting_down());
    wake_all();
  }
  if (io_thread_.joinable()) io_thread_.join();
}

void Channel::submit(std::shared_ptr<Call> call) {
  const Lock lock(mutex_);
  if (stopping_) return call->failed(shutting_down());
  const Instant now = clock_.now();
  const Instant waits_until = core_.next_deadline();
  core_.submit(std::move(call), now);
  // A call of little patience may run out of it before the leader would look.
  const bool sooner = leading_ && core_.next_deadline() < waits_until;
  if (!connection_) {
    if (sooner) changed_.notify_all();
    return;
  }
  // A failed send is left for the leader to find: it owns the connection. So is a call that ended
  // instead of being sent, which may be the one that the leader waits for.
  const std::uint64_t ended = core_.counters().ended;
  const auto full = pump_.out(core_, *connection_, now);
  const bool news = sooner || !full || *full || core_.counters().ended != ended;
  if (leading_ && news) connection_->wake();
  tell_followers();
}

void Channel::wait(const Done& done) {
  Lock lock(mutex_);
  while (!done()) {
    if (leading_) {
      ++followers_;
      changed_.wait(lock);
      --followers_;
      continue;
    }
    leading_ = true;
    lead(lock, done);
    leading_ = false;
    changed_.notify_all();
  }
}

bool Channel::test(const Done& done) {
  const Lock lock(mutex_);
  if (done()) return true;
  if (leading_) return false;
  const Instant now = clock_.now();
  if (core_.next_deadline() <= now) core_.tick(now, connection_ ? connection_->undelivered() : 0);
  if (connection_) {
    pump({.readable = true}, now);
  } else if (core_.connect_at() <= now) {
    // Connecting may block: that is the I/O thread's to do.
    start_background();
  }
  return done();
}

void Channel::drive_in_background() {
  const Lock lock(mutex_);
  start_background();
}

void Channel::start_background() {
  if (stopping_) return;
  background_ = true;
  if (!io_thread_.joinable()) io_thread_ = sys::quiet_thread([this] { run_background(); });
  changed_.notify_all();
}

void Channel::run_background() {
  Lock lock(mutex_);
  while (!stopping_) {
    if (!background_ || leading_) {
      changed_.wait(lock);
      continue;
    }
    leading_ = true;
    lead(lock, [this] { return stopping_ || core_.idle(); });
    leading_ = false;
    if (core_.idle()) background_ = false;
    changed_.notify_all();
  }
}

void Channel::lead(Lock& lock, const Done& done) {
  // A reply can hardly be there already: the first look comes after the first wait.
  transport::Interest ready{};
  bool soon = true;  // the answer may be near
  while (!done()) {
    const Instant now = clock_.now();
    if (core_.next_deadline() <= now) {
      core_.tick(now, connection_ ? connection_->undelivered() : 0);
      if (core_.broken()) lose(*core_.broken());
      tell_followers();
      continue;
    }
    if (!connection_) {
      connect(lock, now);
      ready = {};
      continue;
    }
    const transport::Interest wanted = pump(ready, now);
    if (!connection_ || done()) continue;
    transport::Connection& connection = *connection_;
    const Instant deadline = core_.next_deadline();
    if (std::exchange(soon, false) && core_.awaits_one() && deadline - now > kSoonMax &&
        !stopping_) {
      receiving_ = true;
      auto more = pump_.in_soon(core_, connection, lock, clock_);
      receiving_ = false;
      if (stopping_) changed_.notify_all();
      tell_followers();
      ready = {.readable = more && *more};
      if (!more) lose(std::move(more).error());
      continue;
    }
    lock.unlock();
    const auto met = connection.wait(wanted, deadline);
    lock.lock();
    // A failed wait: the next send or receive says why.
    ready = met ? *met : transport::Interest{.readable = met.error().kind != ErrorKind::timed_out};
  }
}

void Channel::connect(Lock& lock, Instant now) {
  const Instant at = core_.connect_at();
  const Instant deadline = core_.next_deadline();
  if (at > now) {
    const Instant until = std::min(at, deadline);
    if (until == kNever) {
      changed_.wait(lock);
    } else {
      changed_.wait_until(lock, until);
    }
    return;
  }
  lock.unlock();
  auto made = connect_(std::min(deadline, now + kConnectAttemptMax), stopping_);
  lock.lock();
  if (made) {
    connection_ = std::move(*made);
    core_.connected(connection_->may_damage(), clock_.now());
  } else {
    core_.connect_failed(made.error(), clock_.now());
    tell_followers();
  }
}

// Moves bytes; what came of it is what to wait for next. After it, the connection may be gone.
transport::Interest Channel::pump(transport::Interest ready, Instant now) {
  auto out = pump_.out(core_, *connection_, now);
  while (out && ready.readable) {
    auto more = pump_.in(core_, *connection_, now);
    tell_followers();
    if (!more) {
      lose(std::move(more).error());
      return {};
    }
    ready.readable = *more;
    // What arrived may have opened the window.
    out = pump_.out(core_, *connection_, now);
  }
  tell_followers();  // a call may have ended instead of being sent
  if (!out) {
    lose(std::move(out).error());
    return {};
  }
  return {.readable = true, .writable = *out};
}

// By value: the core's own reason for it (`broken`) ends with the connection.
void Channel::lose(Error why) {
  connection_.reset();
  core_.disconnected(why, clock_.now());
  tell_followers();
}

// Whoever sleeps until a call of its own has ended looks again.
void Channel::tell_followers() {
  const std::uint64_t ended = core_.counters().ended;
  if (std::exchange(told_, ended) != ended && followers_ != 0) changed_.notify_all();
}

void Channel::wake_all() {
  if (connection_) connection_->wake();
  changed_.notify_all();
}

void Channel::cancel(const Call& call) {
  const Lock lock(mutex_);
  core_.cancel(call, clock_.now());
  wake_all();
}

bool Channel::commit_matters(const wire::Handle& file) const {
  const Lock lock(mutex_);
  return core_.commit_matters(file);
}

bool Channel::writes_pending() const {
  const Lock lock(mutex_);
  return core_.writes_pending();
}

std::uint64_t Channel::host_verifier() const {
  const Lock lock(mutex_);
  return core_.host_verifier();
}

wire::Limits Channel::peer_limits() const {
  const Lock lock(mutex_);
  return core_.peer_limits();
}

Core::Counters Channel::counters() const {
  const Lock lock(mutex_);
  return core_.counters();
}

}  // namespace strait::rpc
