// A connected stream socket as a Connection; tcp/ and unix/ make them. Holds one descriptor, two
// more from the first `wait` on (one for `wake`, and one that watches both), and a Watch from the
// first notification on, so that a server's idle connection costs one descriptor and a client's
// registers with nobody.
//
// `wait` follows the real steady clock. Notifications need a Notifier; asking for one without it is
// a bug of ours and aborts.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "sys/socket.h"
#include "sys/unique_fd.h"
#include "transport/connection.h"
#include "transport/notifier.h"

namespace strait::transport {

class SocketConnection final : public Connection {
 public:
  struct Facts {
    std::string description;
    bool may_damage = false;
  };
  // The socket is connected and non-blocking. `notifier` may be null; it outlives the connection.
  SocketConnection(sys::UniqueFd socket, Facts facts, Notifier* notifier);
  ~SocketConnection() override;

  Result<std::size_t> send(std::span<const ConstBytes> buffers) override;
  Result<std::size_t> receive(std::span<const MutableBytes> buffers) override;
  Result<std::size_t> receive_soon(std::span<const MutableBytes> buffers) override;
  Result<Interest> wait(Interest interest, Instant deadline) override;
  void wake() noexcept override;
  void notify_readable(std::function<void()> ready) override;
  void notify_writable(std::function<void()> ready) override;
  void shutdown() noexcept override;
  std::string describe() const override { return facts_.description; }
  bool may_damage() const noexcept override { return facts_.may_damage; }
  std::uint64_t undelivered() const noexcept override {
    return sys::undelivered_bytes(socket_.get());
  }

 private:
  Result<std::size_t> take(std::span<const MutableBytes> buffers, sys::Blocking blocking);
  Status prepare_to_block();
  Status prepare_to_wait();
  // The socket's events; 0: the deadline has passed, or only the wake event came.
  struct Seen {
    short events = 0;
    bool in_time = true;
  };
  Result<Seen> look(Interest interest, Instant deadline);
  Error lost(Error why) const;
  Watch* watch_for(std::function<void()>& ready);

  const sys::UniqueFd socket_;
  const Facts facts_;
  Notifier* const notifier_;

  std::atomic<bool> shut_down_ = false;
  // What the last receive learned, for the next notification. Synchronised by the caller, who
  // receives on one thread at a time; atomic only for whom that order is not enough.
  std::atomic<Readiness> known_ = Readiness::unknown;
  bool may_block_ = false;  // receives may; only the receiving thread knows

  // Waking: whoever sets woken_ first signals, if somebody may be waiting. Sequentially consistent,
  // so that either the waker sees waiting_ or the waiter sees woken_.
  std::atomic<bool> woken_ = false;
  std::atomic<bool> waiting_ = false;
  // Both made by the waiting thread before it first sets waiting_.
  sys::UniqueFd wake_event_;
  sys::UniqueFd input_;  // epoll: the socket is readable, or wake_event_ signalled

  std::mutex watch_mutex_;
  std::unique_ptr<Watch> watch_;  // made under watch_mutex_, then constant
};

}  // namespace strait::transport
