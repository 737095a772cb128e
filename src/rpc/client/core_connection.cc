// Core: the life of a connection, and what the server is remembered by.
#include <algorithm>
#include <utility>

#include "rpc/client/core.h"
#include "wire/hello.h"

namespace strait::rpc {
namespace {

// A server that is just being started again is there by then; a user who mistyped its name waits no
// longer.
constexpr Duration kUnreachedGrace = std::chrono::seconds(1);

}  // namespace

Instant Core::connect_at() const {
  return link_ == Link::down && !roster_.idle() ? connect_at_ : kNever;
}

void Core::connected(bool may_damage, Instant now) {
  ++counters_.connections;
  if (ever_reached_) ++counters_.reconnects;
  link_ = Link::greeting;
  ++epoch_;
  broken_.reset();
  reader_ = {};
  writer_ = {};
  knowledge_.clear();
  incoming_ = nullptr;
  sent_here_ = delivered_ = 0;
  checksums_wanted_ = options_.checksums == Checksums::on ||
                      (options_.checksums == Checksums::automatic && may_damage);
  next_check_ = std::min(next_check_, now + options_.timeout);
  greet();
}

void Core::greet() {
  wire::HelloArgs hello;
  hello.features = checksums_wanted_ ? wire::kFeatureChecksums : 0;
  hello.client = options_.client;
  hello.epoch = epoch_;
  hello.software = options_.software;
  greeting_ = next_request_++;
  auto body = wire::encode(wire::RequestHead{}, hello);
  const Status pushed = body ? writer_.push({.operation = wire::Operation::hello,
                                             .request = greeting_,
                                             .body = std::move(*body),
                                             .payload = nullptr})
                             : Status(body.error());
  if (!pushed) break_connection(pushed.error());
}

void Core::take_greeting(ConstBytes body, Instant now) {
  wire::XdrDecoder decoder(body);
  const auto head = decoder.take<wire::ReplyHead>();
  if (!head) return break_connection(head.error());
  if (head->status != wire::StatusCode::ok) {
    Error refused = wire::error_of(*head).during(options_.server + " refused the connection");
    const bool final = refused.retry == Retry::never;
    break_connection(refused);
    if (final) fail_all(refused);
    return;
  }
  const auto hello = decoder.take<wire::HelloResults>();
  if (!hello) return break_connection(hello.error());
  if (auto usable = wire::check(hello->limits); !usable)
    return break_connection(std::move(usable).error());

  const bool checksums = (hello->features & wire::kFeatureChecksums) != 0;
  peer_limits_ = hello->limits;
  writer_.negotiate(hello->limits, checksums);
  reader_.negotiate(wire::Limits{}, checksums);
  window_.requests = std::max(1U, std::min(options_.window_requests, hello->limits.requests_max));
  window_.bytes = std::min(options_.window_bytes, hello->limits.bytes_max);
  link_ = Link::up;
  last_failure_.reset();
  apply_verifiers(*head);
  meet(hello->server, now);
  ever_reached_ = true;
  forsaken_ = kNever;
  tell_of_connection(hello->software);
}

// Who reads of a loss reads of its end; of what nobody waited for, and of each further attempt, he
// does not want to read.
void Core::tell_of_loss(const Error& why) {
  if (std::exchange(told_of_loss_, true)) return;
  voice_ = options_.voice ? options_.voice(options_.server) : std::make_shared<bool>();
  const LogLevel level = voice_ ? LogLevel::warning : LogLevel::info;
  if (!log_.enabled(level)) return;
  log_.write(
      level,
      fmt::format("lost the connection to {} ({}); trying to get it back, for at most {:.4g} "
                  "s before what waits for it fails",
                  options_.server, why.what,
                  std::chrono::duration<double>(options_.timeout).count()),
      {});
}

void Core::tell_of_connection(const std::string& software) {
  if (std::exchange(told_of_loss_, false)) {
    const LogLevel level = std::exchange(voice_, nullptr) ? LogLevel::warning : LogLevel::info;
    if (log_.enabled(level))
      log_.write(level, fmt::format("connected to {} again", options_.server), {});
    return;
  }
  log_.info("connected", {{"server", options_.server}, {"epoch", epoch_}, {"software", software}});
}

// A call that is patient for less than the longest pause is to see some attempts, too.
Duration Core::pause() { return std::min(backoff_.next(), options_.timeout / kAttemptsLeast); }

void Core::connect_failed(const Error& why, Instant now) {
  last_failure_ = why;
  connect_at_ = now + std::max<Duration>(pause(), kBackoffFirst);
  if (ever_reached_) return;
  // Nobody has ever answered there: a wrong name is more likely than a server that is just
  // starting.
  const bool nobody = why.kind == ErrorKind::not_found || why.kind == ErrorKind::invalid_argument;
  std::vector<std::shared_ptr<Call>> hopeless;
  for (const Slot& slot : roster_.slots()) {
    const bool tried = slot.call->traits.fail_fast && now - slot.progress >= kUnreachedGrace;
    if (nobody || tried) hopeless.push_back(slot.call);
  }
  for (const auto& call : hopeless) {
    // The end of one may have ended another (a call and its remedy).
    if (Slot* slot = roster_.find(*call)) fail(*slot, Error(why).on(call->describe()), now);
  }
}

void Core::disconnected(Error why, Instant now) {
  const bool was_up = link_ == Link::up;
  link_ = Link::down;
  broken_.reset();
  writer_.clear();
  reader_ = {};
  incoming_ = nullptr;
  if (!last_failure_ || was_up) last_failure_ = why;
  if (roster_.in_flight() != 0) requeue_in_flight(now);
  // A new connection is pause enough.
  for (Slot& slot : roster_.slots()) {
    if (slot.state == Slot::State::paused) roster_.mark(slot, Slot::State::waiting);
  }
  given_up_ = false;
  connect_at_ = now + pause();
  next_check_ = std::min(next_check_, now);  // the waiting calls' time counts otherwise from now on
  if (!roster_.idle()) tell_of_loss(why);
}

// They go out again, but for those that nobody wants any more; and one that has been lost with its
// connections for as long as a call may wait, again and again, may be what ends them, unless it is
// we who did.
void Core::requeue_in_flight(Instant now) {
  if (!given_up_) ++losses_;
  std::vector<std::shared_ptr<Call>> given_up;
  for (Slot& slot : roster_.slots()) {
    if (slot.state != Slot::State::in_flight) continue;
    roster_.mark(slot, Slot::State::waiting);
    if (slot.cancelled && !slot.answered) {
      given_up.push_back(slot.call);
      continue;
    }
    ++counters_.replays;
    if (given_up_) continue;
    if (slot.losses++ == 0) slot.first_loss = now;
    if (slot.losses >= kLossesSuspect && now - slot.first_loss >= options_.timeout) {
      given_up.push_back(slot.call);
    }
  }
  for (const auto& call : given_up) {
    Slot* const slot = roster_.find(*call);
    if (slot == nullptr) continue;
    fail(*slot, slot->cancelled ? cancelled(*slot) : suspected(*slot), now);
  }
}

void Core::break_connection(Error why) {
  if (!broken_) broken_ = std::move(why);
}

// The same, at once: no memory of any call is looked at again.
void Core::abort_connection(Error why) {
  break_connection(std::move(why));
  writer_.clear();
  reader_ = {};
  incoming_ = nullptr;
}

// A server that does not know our replay numbers would do for a second time what the one before it
// may have done.
void Core::meet(const wire::Id& server, Instant now) {
  if (std::exchange(server_, server) == server || !ever_reached_) return;
  std::vector<std::shared_ptr<Call>> unknown;
  for (const Slot& slot : roster_.slots()) {
    if (slot.replay != 0 && slot.sendings != 0) unknown.push_back(slot.call);
  }
  for (const auto& call : unknown) {
    Slot* const slot = roster_.find(*call);
    if (slot == nullptr) continue;
    fail(*slot,
         error(ErrorKind::unavailable,
               "the connection to {} was lost, and there is another server now, or one that has "
               "lost its state directory: whether this was done before cannot be told",
               options_.server)
             .on(call->describe()),
         now);
  }
}

void Core::apply_verifiers(const wire::ReplyHead& head) {
  // What ends a connection, or stands for a reply that could not be sent, says nothing of them.
  if (head.host_verifier == 0 && head.process_verifier == 0) return;
  if (ever_reached_ && head.host_verifier != host_verifier_) ledger_.host_restarted();
  if (ever_reached_ && head.process_verifier != process_verifier_) requeue_retained();
  host_verifier_ = head.host_verifier;
  process_verifier_ = head.process_verifier;
}

// The server process that had received these is gone, or could not write them: they go out again,
// in their old places. `of`: those of one file.
void Core::requeue_retained(const wire::Handle* of) {
  for (Slot& slot : roster_.slots()) {
    if (slot.state != Slot::State::retained) continue;
    if (of != nullptr && slot.call->traits.footprint.file != *of) continue;
    roster_.mark(slot, Slot::State::waiting);
    ++counters_.replays;
  }
}

}  // namespace strait::rpc
