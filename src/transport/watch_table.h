// The descriptors that a Reactor watches, and whom to call when they are ready. A part of the
// Reactor; its threads pass events in and run the callbacks that come out.
//
// A descriptor is registered once, edge-triggered, so that a small message costs its receiver one
// epoll_wait and no epoll_ctl. But a stream's edges come while its receiver is busy receiving, and
// each would wake a thread for nothing. So the first edge that nobody waits for (or an event that
// tells of bytes beside the room that somebody waits for) makes the descriptor one-shot for a
// while: epoll then reports one event for each notification, and nothing in between.
//
// No wake-up is lost. A notification stores its callback under the slot's lock, and looks (makes
// epoll report what is ready now) unless two things hold: the caller has met the end of what was
// there, and the slot is edge-triggered. Then what came after that end was an edge. Its event has
// not passed `take_due` yet, and will find the callback there; for if it had passed, nobody would
// have waited for it, and the slot would be one-shot. An event that passes late, after the
// notification that came before it was answered, answers the next one too early, which the contract
// of Watch allows; the look of that one then reports to nobody, or to the one after it.
//
// Thread-safe. Locks: table, then slot, neither held while callbacks run or are destroyed.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "base/result.h"
#include "transport/notifier.h"

namespace strait::transport {

class WatchTable {
 public:
  using Callback = std::function<void()>;
  // Runs a callback soon, not within the call.
  using Post = std::function<void(Callback)>;
  // Up to one for reading and one for writing; empty where there is none.
  using Due = std::array<Callback, 2>;

  WatchTable(int epoll, Post post);
  ~WatchTable();

  // So many notifications for reading in a row are one-shot, then edges have another try: one
  // needless wake-up in so many is no burden to a stream, nor so many cheap system calls to a
  // connection that has become one of small messages.
  static constexpr std::uint32_t kOneShotTurns = 64;
  // Never the tag of a watch.
  static constexpr std::uint64_t kForeignTag = UINT64_MAX;

  Result<std::unique_ptr<Watch>> watch(int descriptor);
  // What an event with `tag` makes due. An event for a watch that is gone is ignored.
  Due take_due(std::uint64_t tag, std::uint32_t events);
  // Callbacks that will never run, to be destroyed.
  std::vector<Callback> take_all();

 private:
  class Slot;
  class Handle;

  void look(const Slot& slot);
  Slot* find(std::uint64_t tag);
  void release(Slot& slot);

  const int epoll_;
  const Post post_;

  std::mutex mutex_;
  std::vector<std::unique_ptr<Slot>> slots_;  // guarded by mutex_; never shrinks
  std::vector<std::uint32_t> free_;           // guarded by mutex_; indices into slots_
};

}  // namespace strait::transport
