// A Core with a real connection and real threads. Whoever waits for a call drives the socket itself
// (leader); others who wait meanwhile are told (followers), so that a small round trip costs no
// hand-over between threads. Nonblocking calls move on one I/O thread, which exists only once it
// was asked for and sleeps while there is nothing to do.
//
// Threads: any. A Channel must not be destroyed by one of its own calls: `shut_down` first, where a
// call may hold the last reference to it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "base/clock.h"
#include "base/log.h"
#include "base/random.h"
#include "rpc/client/core.h"
#include "rpc/client/pump.h"
#include "transport/connection.h"

namespace strait::rpc {

class Channel {
 public:
  // Blocks until connected, the deadline has passed, or `stop` is set; called without locks.
  using Connect = std::function<Result<std::unique_ptr<transport::Connection>>(
      Instant deadline, const std::atomic<bool>& stop)>;
  // Asked under the channel's lock whether a caller has what it waits for.
  using Done = std::function<bool()>;

  Channel(Connect connect, CoreOptions options, std::unique_ptr<Random> random, Log& log);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  // Ends all calls as cancelled, and every later one at once; the I/O thread ends, out of an
  // attempt to connect as well. Waits for a receive that is under way, which takes no more than a
  // moment. Idempotent.
  void shut_down();

  // Queues the call, and sends what can be sent at once.
  void submit(std::shared_ptr<Call> call);
  // Blocks until `done`. Calls end by themselves at their deadline, so this does not hang.
  void wait(const Done& done);
  // Moves what can move without blocking; says whether `done`.
  bool test(const Done& done);
  // From now until nothing is unanswered, the I/O thread moves the data.
  void drive_in_background();

  void cancel(const Call& call);

  bool commit_matters(const wire::Handle& file) const;
  bool writes_pending() const;
  wire::Limits peer_limits() const;
  // The last one that the server told; 0: it has never been reached.
  std::uint64_t host_verifier() const;
  Core::Counters counters() const;

 private:
  using Lock = std::unique_lock<std::mutex>;

  void lead(Lock& lock, const Done& done);
  void connect(Lock& lock, Instant now);
  transport::Interest pump(transport::Interest ready, Instant now);
  void lose(Error why);
  void start_background();
  void run_background();
  void tell_followers();
  void wake_all();

  // Constant after construction.
  const Connect connect_;
  const std::unique_ptr<Random> random_;
  SteadyClock clock_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;  // a call ended, or the leader's place is free

  // Guarded by mutex_. Only the leader replaces connection_; it may wait on it without the lock.
  Core core_;
  Pump pump_;
  std::unique_ptr<transport::Connection> connection_;
  bool leading_ = false;
  bool receiving_ = false;  // the leader, without the lock, into the core's memory
  int followers_ = 0;
  std::uint64_t told_ = 0;  // of the core's ended calls, the followers have been woken for
  bool background_ = false;
  std::atomic<bool> stopping_{false};  // looked at without the mutex by an attempt to connect
  std::thread io_thread_;
};

}  // namespace strait::rpc
