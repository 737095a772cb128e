// A listening socket as a Listener; tcp/ and unix/ make them and say how an accepted socket becomes
// a Connection. `close` and the destructor may be called from any thread, also from within
// `accepted`; an `accepted` that runs on another thread at that moment may still be running when
// they return, but none begins any more.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "sys/unique_fd.h"
#include "transport/notifier.h"
#include "transport/transport.h"

namespace strait::transport {

// Out of descriptors, those that want in stay in the kernel's queue; the listener looks again after
// this time.
inline constexpr Duration kAcceptPause = std::chrono::milliseconds(50);
// So many are taken in before other work of the executor has its turn.
inline constexpr int kAcceptBatch = 64;
// Clipped by the kernel (net.core.somaxconn).
inline constexpr int kListenBacklog = 4096;

class SocketListener final : public Listener {
 public:
  struct Parts {
    sys::UniqueFd socket;  // listening, non-blocking
    std::string address;
    // Null: give this connection up.
    std::function<std::unique_ptr<Connection>(sys::UniqueFd)> adopt;
    std::function<void()> at_close;  // once; may be empty
  };
  SocketListener(Parts parts, Notifier& notifier);
  ~SocketListener() override;

  void start(Accepted accepted) override;
  void close() noexcept override;
  std::string address() const override;

 private:
  // Shared with the callbacks that are under way, which may outlive the listener.
  struct State;
  const std::shared_ptr<State> state_;
};

}  // namespace strait::transport
