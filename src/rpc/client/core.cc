#include "rpc/client/core.h"

#include <algorithm>
#include <utility>

#include "wire/hello.h"

namespace strait::rpc {
namespace {

constexpr const char* kSilent = "the server is connected but does not answer";

// How often within a call's patience it is looked whether what was sent still arrives.
constexpr int kLooks = 4;

// Once a call has waited its whole patience in vain, those after it need not, until the server has
// been heard of again: who closes several files after a failure would else wait that often. Long
// enough for a lost packet or two on the way.
constexpr Duration kForsakenPatience = std::chrono::seconds(2);

}  // namespace

Core::Core(CoreOptions options, Random& random, Log& log)
    : options_(std::move(options)), random_(random), log_(log), backoff_(random) {}

Core::~Core() = default;

Slot& Core::add(std::shared_ptr<Call> call, Instant now) {
  Slot& slot = roster_.add(std::move(call), now);
  const Call::Traits& traits = slot.call->traits;
  if (traits.write) slot.sequence = ledger_.next_sequence(*traits.footprint.file);
  if (!traits.idempotent) slot.replay = next_replay_++;
  look_at(slot, now);
  if (link_ == Link::down && connect_at_ == kNever) connect_at_ = now;
  ++counters_.calls;
  return slot;
}

void Core::submit(std::shared_ptr<Call> call, Instant now) { add(std::move(call), now); }

void Core::cancel(const Call& call, Instant now) {
  Slot* slot = roster_.find(call);
  if (slot == nullptr || slot->answered || slot->cancelled) return;
  slot->cancelled = true;
  if (slot->state == Slot::State::waiting || slot->state == Slot::State::paused) {
    return fail(*slot, cancelled(*slot), now);
  }
  if (slot->state != Slot::State::in_flight || link_ != Link::up) return;
  if (writer_.withdraw(slot->request) == wire::Withdrawal::done) {
    if (slot->sendings == 1) slot->sendings = 0;
    return fail(*slot, cancelled(*slot), now);
  }
  // Its memory is in use until the server has answered; the server may be able to answer sooner
  // now.
  auto body = wire::encode(wire::RequestHead{}, wire::CancelArgs{.request = slot->request});
  if (body)
    (void)writer_.push({.operation = wire::Operation::cancel,
                        .request = next_request_++,
                        .body = std::move(*body),
                        .payload = nullptr});
}

void Core::fail_all(const Error& why) {
  if (roster_.in_flight() != 0) abort_connection(why);
  while (!roster_.empty()) fail(roster_.slots().front(), why, progress_);
}

bool Core::idle() const { return roster_.idle(); }

bool Core::commit_matters(const wire::Handle& file) const {
  if (ledger_.commit_matters(file)) return true;
  for (const Slot& slot : roster_.slots()) {
    if (slot.call->traits.write && slot.call->traits.footprint.file == file) return true;
  }
  return false;
}

bool Core::writes_pending() const {
  return std::ranges::any_of(roster_.slots(),
                             [](const Slot& slot) { return slot.call->traits.write; });
}

// The slot is over: tells whoever it was a remedy for, and forgets it.
void Core::finish(Slot& slot, Instant now) {
  ++counters_.ended;
  const std::shared_ptr<Call> remedied = std::move(slot.remedies);
  if (incoming_ == &slot) incoming_ = nullptr;
  const std::shared_ptr<Call> call = slot.call;  // the waiting call looks at it
  roster_.remove(slot);
  if (remedied == nullptr) return;
  Slot* held = roster_.find(*remedied);
  if (held == nullptr) return;
  if (held->call->remedied() == Verdict::again) {
    held->progress = now;
    roster_.mark(*held, Slot::State::waiting);
  } else {
    finish(*held, now);
  }
}

void Core::fail(Slot& slot, Error why, Instant now) {
  if (slot.answered) {
    // The program was told that this was received; it hears of the loss at its next sync or close.
    ledger_.lose(*slot.call->traits.footprint.file, std::move(why));
  } else {
    slot.call->failed(std::move(why));
  }
  finish(slot, now);
}

void Core::look_at(const Slot& slot, Instant now) {
  next_check_ =
      std::min({next_check_, now + options_.timeout / kLooks, slot.progress + patience_of(slot)});
}

Instant Core::next_deadline() const { return next_check_; }

// A call's time counts from when something last happened to it. While bytes are on their way in
// either direction (a slow link may take longer for a reply than a call's whole patience), while it
// waits for its turn, and while there is no connection to send it on, it counts from when anything
// last happened at all; while it is behind others, from when anything was last heard. What goes out
// once more tells nothing of the server: so a dead one ends every call in that call's time, and a
// slow one none. A slow link also may take longer than that for what the kernel has taken at once:
// as long as it arrives, the clock of what is in flight stands still.
void Core::tick(Instant now, std::uint64_t undelivered) {
  if (now < next_check_) return;
  next_check_ = kNever;
  if (link_ == Link::up && undelivered != 0 && undelivered <= sent_here_) {
    const std::uint64_t arrived = sent_here_ - undelivered;
    if (std::exchange(delivered_, arrived) < arrived) delivery_ = now;
  }
  const bool moving =
      link_ != Link::up || !writer_.empty() || !reader_.between_frames() || incoming_ != nullptr;
  bool behind = false;
  std::vector<std::shared_ptr<Call>> expired;
  for (Slot& slot : roster_.slots()) {
    if (slot.state == Slot::State::retained || slot.state == Slot::State::held) continue;
    if (slot.state == Slot::State::paused) {
      if (now < slot.resume_at) {
        next_check_ = std::min(next_check_, slot.resume_at);
        continue;
      }
      roster_.mark(slot, Slot::State::waiting);
    }
    Instant since = slot.progress;
    if (moving || slot.state == Slot::State::waiting) {
      since = std::max(since, progress_);
    } else if (behind) {
      since = std::max(since, heard_);
    }
    if (slot.state == Slot::State::in_flight) {
      behind = true;
      since = std::max(since, delivery_);
      next_check_ = std::min(next_check_, now + options_.timeout / kLooks);
    }
    const Duration patience = patience_of(slot);
    if (since + patience <= now) {
      expired.push_back(slot.call);
    } else {
      next_check_ = std::min(next_check_, since + patience);
    }
  }
  for (const auto& call : expired) {
    if (Slot* slot = roster_.find(*call)) expire(*slot, now);
  }
}

void Core::expire(Slot& slot, Instant now) {
  ++counters_.timeouts;
  // Its bytes may be half-way in either direction, or the server may still carry it out: the end of
  // this connection makes sure that nothing of it runs later or touches the caller's memory
  // (protocol/spec.md, Order and replay).
  // And a peer that does not even answer HELLO may be a host that has gone since: the next call is
  // to find that out by connecting anew.
  if (slot.state == Slot::State::in_flight || link_ == Link::greeting) {
    given_up_ = true;
    abort_connection(error(ErrorKind::timed_out, "{}", kSilent));
  }
  fail(slot, out_of_time(slot), now);
  if (link_ != Link::up || broken_) forsaken_ = std::min(forsaken_, now);
}

Duration Core::patience_of(const Slot& slot) const {
  return slot.progress >= forsaken_ ? std::min(options_.timeout, kForsakenPatience)
                                    : options_.timeout;
}

Error Core::cancelled(const Slot& slot) {
  return error(ErrorKind::cancelled, "cancelled {}",
               slot.sendings == 0
                   ? "before it was sent"
                   : "after it was sent; it may have been carried out, or a part of it")
      .on(slot.call->describe());
}

Error Core::suspected(const Slot& slot) const {
  return error(ErrorKind::unavailable,
               "the connection to {} was lost {} times before the answer to this request came. It "
               "may be this request that ends straitd, which its log would say, or something on "
               "the way that does not let it through",
               options_.server, slot.sendings)
      .on(slot.call->describe());
}

Error Core::out_of_time(const Slot& slot) const {
  const auto seconds = std::chrono::duration<double>(patience_of(slot)).count();
  std::string why = link_ != Link::down
                        ? fmt::format("{}; is straitd stopped, or the network cut?", kSilent)
                    : last_failure_ ? last_failure_->what
                                    : "no connection";
  // What could not be connected to says so itself.
  if (why.find(options_.server) == std::string::npos) why = options_.server + ": " + why;
  Error out = error(ErrorKind::timed_out,
                    "no progress for {:g} s: {}{} STRAIT_TIMEOUT sets a longer patience", seconds,
                    why, why.ends_with('?') ? "" : ";")
                  .on(slot.call->describe());
  out.retry = Retry::later;
  return out;
}

}  // namespace strait::rpc
