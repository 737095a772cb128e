// TCP. Addresses are "host:port" and "[v6]:port"; port 0 listens on a free one.
//
// Thread-safe. Without a Notifier it only connects, and its connections only wait.
#pragma once

#include <atomic>

#include "transport/notifier.h"
#include "transport/transport.h"

namespace strait::transport {

// A peer that has gone without a word (power, cable) is noticed after 10 + 3 x 5 seconds of
// silence. While unacknowledged data is under way the kernel's retransmission decides instead;
// deadlines of requests are shorter than that. TCP_USER_TIMEOUT is left alone: since Linux 5.11 it
// also kills a connection whose peer is alive and merely slow to read.
inline constexpr int kKeepaliveIdleSeconds = 10;
inline constexpr int kKeepaliveIntervalSeconds = 5;
inline constexpr int kKeepaliveProbes = 3;

// An address that does not answer may use up its share of the time left, and never more than this
// while there are others to try.
inline constexpr Duration kConnectAttemptMax = std::chrono::seconds(10);

class TcpTransport final : public Transport {
 public:
  // `stop`, where given, outlives the transport: once it is set, `connect` ends.
  explicit TcpTransport(Notifier* notifier = nullptr, const std::atomic<bool>* stop = nullptr)
      : notifier_(notifier), stop_(stop) {}

  Result<std::unique_ptr<Connection>> connect(std::string_view address, Instant deadline) override;
  // The first address of the host that can be bound. unsupported without a Notifier.
  Result<std::unique_ptr<Listener>> listen(std::string_view address) override;

 private:
  Notifier* const notifier_;
  const std::atomic<bool>* const stop_;
};

}  // namespace strait::transport
