// Unix sockets: the same machine, no port, access by the permissions of a file. Addresses are
// "unix:/path". A listener removes a socket file on which nobody answers any more, and its own when
// it closes. Abstract names are not offered: they have no permissions.
//
// Thread-safe. Without a Notifier it only connects, and its connections only wait.
#pragma once

#include <atomic>

#include "transport/notifier.h"
#include "transport/transport.h"

namespace strait::transport {

// The kernel does not size the buffers of unix sockets by itself; it clips this wish to
// net.core.wmem_max.
inline constexpr int kUnixBufferBytes = 1 << 20;

class UnixTransport final : public Transport {
 public:
  // `stop`, where given, outlives the transport: once it is set, `connect` ends.
  explicit UnixTransport(Notifier* notifier = nullptr, const std::atomic<bool>* stop = nullptr)
      : notifier_(notifier), stop_(stop) {}

  Result<std::unique_ptr<Connection>> connect(std::string_view address, Instant deadline) override;
  // busy: another server answers there; exists: the path is not a socket; unsupported without a
  // Notifier.
  Result<std::unique_ptr<Listener>> listen(std::string_view address) override;

 private:
  Notifier* const notifier_;
  const std::atomic<bool>* const stop_;
};

}  // namespace strait::transport
