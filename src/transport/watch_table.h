// The descriptors that a Reactor watches, and whom to call when they are ready. A part of the
// Reactor; its threads pass events in and run the callbacks that come out.
//
// Descriptors are registered once, edge-triggered, for reading; for writing only while somebody
// wants to write (a unix socket would report every message its peer takes). An edge that nobody
// was waiting for is remembered and answers the next question, so that a message costs its
// receiver one epoll_wait and no epoll_ctl.
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

  Slot* find(std::uint64_t tag);
  void release(Slot& slot);

  const int epoll_;
  const Post post_;

  std::mutex mutex_;
  std::vector<std::unique_ptr<Slot>> slots_;  // guarded by mutex_; never shrinks
  std::vector<std::uint32_t> free_;           // guarded by mutex_; indices into slots_
};

}  // namespace strait::transport
