// The client's end of the protocol, without any I/O: takes calls, bytes and clock readings, and
// says which bytes to send next, where the next bytes go, and when it wants to be asked again. It
// keeps the order and replay of protocol/spec.md: no request in flight that conflicts with an
// unanswered one; a window by count and bytes; reconnect with back-off under the next epoch; then
// everything unanswered again, in issue order, and what was only *received* by a server process
// that is gone; losses reported by the next COMMIT.
//
// Whoever drives it (Channel with real threads, a simulation with events) moves the bytes:
//
//   connect_at()  -> connect, then connected() or connect_failed()
//   gather() / sent()     scatter() / received()     while connected
//   broken()      -> close the connection, then disconnected()
//   tick() when next_deadline() has come
//
// Threads: none of its own; its owner serialises all calls. Ended calls are told so from within
// these functions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "base/random.h"
#include "rpc/client/backoff.h"
#include "rpc/client/call.h"
#include "rpc/client/core_options.h"
#include "rpc/client/ledger.h"
#include "rpc/client/roster.h"
#include "wire/frame_reader.h"
#include "wire/frame_writer.h"

namespace strait::rpc {

class Core {
 public:
  Core(CoreOptions options, Random& random, Log& log);
  ~Core();

  // ---- Calls
  void submit(std::shared_ptr<Call> call, Instant now);
  // A waiting call ends as cancelled at once; one in flight asks the server, and ends when it has
  // answered.
  void cancel(const Call& call, Instant now);
  // Every call ends with this error.
  void fail_all(const Error& why);
  bool idle() const;  // nothing unanswered
  // Whether a COMMIT of this file would have anything to do or to report.
  bool commit_matters(const wire::Handle& file) const;
  // Whether there is a WRITE, of whatever file, that is unanswered or only *received*.
  bool writes_pending() const;
  // What the server has last said that it takes; the protocol's defaults before it said anything.
  const wire::Limits& peer_limits() const { return peer_limits_; }
  std::uint64_t host_verifier() const { return host_verifier_; }

  // ---- Connection
  // When to try to connect: kNever while connected or while nothing wants a connection.
  Instant connect_at() const;
  void connected(bool may_damage, Instant now);
  void connect_failed(const Error& why, Instant now);
  void disconnected(Error why, Instant now);  // by value: it may be broken()'s
  // Set when this connection must end: the peer broke the protocol, or a call whose bytes are
  // half-way ran out of time.
  const std::optional<Error>& broken() const { return broken_; }
  // To connect, or to ask again what was put off, within the time that a call waits.
  static constexpr int kAttemptsLeast = 4;
  // After so many connections in a row that were lost before any answer came, requests go out one
  // at a time, until it shows which one ends them.
  static constexpr std::uint32_t kLossesSuspect = 3;

  // ---- Bytes
  // False: `gather` would find nothing.
  bool wants_to_send() const { return roster_.waiting() != 0 || !writer_.empty() || broken_; }
  std::size_t gather(std::span<ConstBytes> buffers, Instant now);
  void sent(std::size_t bytes, Instant now);
  std::size_t scatter(std::span<MutableBytes> buffers);
  // Whether all has been sent, a single answer is due, and what comes next begins a frame:
  // `scatter` then lists no memory of a call.
  bool awaits_one() const;
  void received(std::size_t bytes, Instant now);

  // ---- Time
  Instant next_deadline() const;
  // `undelivered`: bytes that were sent and that the peer's host has not yet acknowledged, where
  // the connection knows. While they grow fewer, a slow link is at work.
  void tick(Instant now, std::uint64_t undelivered = 0);

  struct Counters {
    std::uint64_t calls = 0, replays = 0, connections = 0, reconnects = 0, timeouts = 0;
    std::uint64_t ended = 0;  // calls that were told how they ended; some more than once
    std::uint64_t bytes_sent = 0, bytes_received = 0;
  };
  const Counters& counters() const { return counters_; }

 private:
  enum class Link : std::uint8_t { down, greeting, up };

  // core_connection.cc
  void greet();
  Duration pause();
  void take_greeting(ConstBytes body, Instant now);
  void apply_verifiers(const wire::ReplyHead& head);
  void requeue_retained(const wire::Handle* of = nullptr);
  void meet(const wire::Id& server, Instant now);
  void requeue_in_flight(Instant now);
  void break_connection(Error why);
  void abort_connection(Error why);
  void tell_of_loss(const Error& why);
  void tell_of_connection(const std::string& software);

  // core_sending.cc
  void fill_writer(Instant now);
  void send_call(Slot& slot, Instant now);
  void write_retained_of(const Slot& blocked, Instant now);

  // core_replies.cc
  void take_events(Instant now);
  bool sent_wholly(std::uint64_t request);
  bool place_payload();
  void take_complaint(ConstBytes body);
  void take_reply(Instant now);
  bool put_off(Slot& slot, const wire::ReplyHead& head, Instant now);
  void settle(Slot& slot, Verdict verdict, const wire::ReplyHead& head, Instant now);
  void release_written(const Slot& asked, std::uint64_t written_up_to);
  void release_committed(const wire::Handle& file, std::uint64_t retained_as, bool to_medium);

  // core.cc
  Slot& add(std::shared_ptr<Call> call, Instant now);
  void finish(Slot& slot, Instant now);
  void fail(Slot& slot, Error why, Instant now);
  void expire(Slot& slot, Instant now);
  Duration patience_of(const Slot& slot) const;
  void look_at(const Slot& slot, Instant now);
  Error out_of_time(const Slot& slot) const;
  Error suspected(const Slot& slot) const;
  static Error cancelled(const Slot& slot);

  // Constant after construction.
  const CoreOptions options_;
  Random& random_;
  Log& log_;

  // The calls, and what they leave behind.
  Roster roster_;
  Ledger ledger_;
  std::uint64_t next_request_ = 1;  // never used twice, also across connections
  std::uint64_t next_replay_ = 1;
  std::uint64_t last_retained_ = 0;

  // The connection. epoch_ grows with each; the rest is made anew for each.
  Link link_ = Link::down;
  std::uint64_t epoch_ = 0;
  wire::FrameReader reader_;
  wire::FrameWriter writer_;
  Knowledge knowledge_;
  std::optional<Error> broken_;
  bool given_up_ = false;       // broken_ is our own doing: a call's time had run out
  std::uint64_t greeting_ = 0;  // the HELLO's request number
  bool checksums_wanted_ = false;
  Window window_;
  Slot* incoming_ = nullptr;  // whose reply is arriving: from its first frame to its last

  // The server as last heard.
  bool ever_reached_ = false;
  wire::Limits peer_limits_;
  std::uint64_t process_verifier_ = 0;
  std::uint64_t host_verifier_ = 0;
  wire::Id server_{};  // names its state directory

  // Time.
  Backoff backoff_;
  std::uint32_t losses_ = 0;  // of connections with something in flight, since the last answer
  Instant connect_at_ = kNever;
  Instant progress_{};                 // when bytes of calls last moved
  Instant heard_{};                    // when any of a reply last arrived
  Instant delivery_{};                 // when bytes that had been sent were last seen to arrive
  std::uint64_t sent_here_ = 0;        // bytes, on this connection
  std::uint64_t delivered_ = 0;        // of them, when last looked at
  Instant forsaken_ = kNever;          // a call ran out of time, and nothing was heard since
  Instant next_check_ = kNever;        // no call's time can run out before
  std::optional<Error> last_failure_;  // why there is no connection

  // What was said of a lost connection: one line, until it is there again.
  bool told_of_loss_ = false;
  std::shared_ptr<void> voice_;  // null: another process warns

  Counters counters_;
};

}  // namespace strait::rpc
