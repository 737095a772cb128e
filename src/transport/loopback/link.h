// Both directions of one in-process connection and what its two ends wait for. Owned by the two
// Connections together; deliveries that are due later hold it weakly. Thread-safe.
#pragma once

#include <array>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "base/executor.h"
#include "base/result.h"
#include "base/simulation.h"
#include "transport/connection.h"
#include "transport/loopback/faults.h"
#include "transport/loopback/pipe.h"

namespace strait::transport::loopback {

// Where a network lives: its time, and how a thread of it blocks.
struct World {
  Executor& executor;
  const Clock& clock;
  // Set: one thread is the whole world, and to wait is to run its events. Null: threads sleep.
  SimulatedExecutor* simulation = nullptr;
};

class Link : public std::enable_shared_from_this<Link> {
 public:
  enum End : unsigned char { connector = 0, listener = 1 };

  Link(World world, const Script& script, std::uint64_t seed, std::string name);

  Result<std::size_t> send(End from, std::span<const ConstBytes> buffers);
  Result<std::size_t> receive(End at, std::span<const MutableBytes> buffers);
  Result<Interest> wait(End at, Interest interest, Instant deadline);
  void wake(End at) noexcept;
  void notify_readable(End at, std::function<void()> ready);
  void notify_writable(End at, std::function<void()> ready);
  void shutdown(End by) noexcept;
  // The Connection of this end is gone: like shutdown, and its callbacks are dropped.
  void abandon(End by) noexcept;
  // Both ends lose the connection.
  void sever() noexcept;

  const std::string& name() const { return name_; }
  bool may_damage() const { return may_damage_; }

 private:
  struct Side {
    bool shut_down = false;
    bool woken = false;
    std::function<void()> on_readable;
    std::function<void()> on_writable;
    std::condition_variable changed;
  };

  static End other(End end) { return end == connector ? listener : connector; }
  Pipe& from(End end) { return pipes_[end]; }
  Pipe& towards(End end) { return pipes_[other(end)]; }

  // All with mutex_ held.
  bool is_lost_for_receiving(End at);
  bool can_receive(End at);  // or learn that it never will again
  bool can_send(End at);
  Interest ready(End at, Interest interest);
  void schedule_arrival(End sender);
  void take_arrivals();
  void sever_locked();
  void shutdown_locked(End by);
  void release_waiters();
  Error lost() const;

  const World world_;
  const std::string name_;
  const bool may_damage_;

  std::mutex mutex_;
  SeededRandom random_;
  std::array<Pipe, 2> pipes_;  // by sender
  std::array<Side, 2> sides_;
  bool severed_ = false;
};

}  // namespace strait::transport::loopback
