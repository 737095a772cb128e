// A byte stream to a peer, however it travels. Sends and receives gather from and scatter into the
// caller's own memory and never block; waiting is separate, and comes in two forms: `wait` blocks
// the calling thread (the client, which drives its socket from the application's own thread),
// `notify` calls back on the transport's executor (the server, which has many connections and few
// threads).
//
// Threads: one thread at a time sends, one at a time receives, one at a time waits (they may be
// three); `wake`, `shutdown` and `describe` may be called from any thread at any time. A Connection
// must outlive its pending notifications; `shutdown` makes them run. Nothing here promises that
// bytes sent have arrived.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"

namespace strait::transport {

struct Interest {
  bool readable = false;
  bool writable = false;
};

class Connection {
 public:
  virtual ~Connection() = default;

  // Moves at least one byte and returns how many; gathers from the buffers in order. Errors:
  // would_block (wait for writable), unavailable (the connection is lost; final).
  virtual Result<std::size_t> send(std::span<const ConstBytes> buffers) = 0;

  // Moves at least one byte and returns how many; scatters into the buffers in order. Errors:
  // would_block (wait for readable), end_of_stream (the peer closed its side in order; final),
  // unavailable (lost; final).
  virtual Result<std::size_t> receive(std::span<const MutableBytes> buffers) = 0;

  // The same for who expects an answer at once: blocks for as long as an answer from nearby takes,
  // a few milliseconds at most, before it would block, if the transport saves anything by that.
  // Nothing but bytes, `shutdown` and signals end it sooner; a `wake` is kept for the next `wait`.
  virtual Result<std::size_t> receive_soon(std::span<const MutableBytes> buffers) {
    return receive(buffers);
  }

  // Blocks until the interest is met or the connection is lost (both return ready interests),
  // `deadline` passes (timed_out), or `wake` was called (neither flag is set).
  virtual Result<Interest> wait(Interest interest, Instant deadline) = 0;
  // Makes the current `wait`, or the next one if there is none, return at once.
  virtual void wake() noexcept = 0;

  // Calls `ready` exactly once on the executor when the interest is met or the connection is lost
  // or shut down. At most one notification for readable and one for writable may be pending at a
  // time. Now and then it comes although nothing can move (the next call would block): ask again.
  // A receive with room to spare saves the transport a look at the socket: offer more space than
  // the message needs, and ask for a notification when it comes back short.
  virtual void notify_readable(std::function<void()> ready) = 0;
  virtual void notify_writable(std::function<void()> ready) = 0;

  // Ends both directions: later sends and receives fail, waiters and notifications are released.
  // Idempotent.
  virtual void shutdown() noexcept = 0;

  // For messages: "tcp 127.0.0.1:41234 -> 127.0.0.1:7420".
  virtual std::string describe() const = 0;
  // Whether bytes travel over media that may damage them (a network): decides the default for
  // checksums. False on loopback addresses, unix sockets and in-process connections.
  virtual bool may_damage() const noexcept = 0;
  // Bytes that `send` has taken and that have not yet arrived at the peer's host (a unix socket: in
  // its hands), where that is known; otherwise 0.
  virtual std::uint64_t undelivered() const noexcept { return 0; }
};

}  // namespace strait::transport
