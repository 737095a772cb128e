#include "transport/tcp/transport.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>

#include "sys/poll.h"
#include "sys/resolve.h"
#include "sys/socket.h"
#include "sys/stop.h"
#include "transport/address.h"
#include "transport/socket/connection.h"
#include "transport/socket/listener.h"

namespace strait::transport {
namespace {

// Buffer sizes are not set: a fixed size turns off the kernel's autotuning, which follows the
// bandwidth-delay product up to several MiB and serves loopback and ocean alike.
Status tune(int socket) {
  STRAIT_TRY(sys::set_no_delay(socket));
  return sys::set_keepalive(socket,
                            {kKeepaliveIdleSeconds, kKeepaliveIntervalSeconds, kKeepaliveProbes});
}

std::unique_ptr<Connection> wrap(sys::UniqueFd socket, const sys::SocketAddress& local,
                                 const sys::SocketAddress& peer, Notifier* notifier) {
  SocketConnection::Facts facts;
  facts.description = fmt::format("tcp {} -> {}", local.text(), peer.text());
  // Between two addresses of one machine the kernel hands memory over; no wire is involved.
  facts.may_damage = !peer.is_loopback() && !peer.same_host(local);
  // Nor anything that could be congested. A system's default may be one that paces (bbr), with a
  // timer for every burst; reno every kernel has, and it sends what there is room for.
  if (!facts.may_damage) (void)sys::set_congestion_control(socket.get(), "reno");
  return std::make_unique<SocketConnection>(std::move(socket), std::move(facts), notifier);
}

Result<std::unique_ptr<Connection>> attempt(const sys::SocketAddress& to, Instant deadline,
                                            const sys::Stop& stop, Notifier* notifier) {
  STRAIT_ASSIGN(sys::UniqueFd socket, sys::open_stream_socket(to.family(), sys::Blocking::no));
  STRAIT_TRY(tune(socket.get()));
  if (auto begun = sys::connect_socket(socket.get(), to); !begun) {
    if (begun.error().kind != ErrorKind::would_block) return std::move(begun).error();
    pollfd polled{socket.get(), POLLOUT, 0};
    int ready = 0;
    do {
      STRAIT_ASSIGN(ready, sys::poll_until({&polled, 1}, stop.look(deadline)));
    } while (ready == 0 && stop.goes_on(deadline));
    if (ready == 0) {
      return Error{ErrorKind::timed_out, Retry::later, ETIMEDOUT, "no answer in time"};
    }
    STRAIT_TRY(sys::connect_outcome(socket.get()));
  }
  STRAIT_ASSIGN(const sys::SocketAddress local, sys::local_address(socket.get()));
  STRAIT_ASSIGN(const sys::SocketAddress peer, sys::peer_address(socket.get()));
  // Connecting again and again to a local port where nobody listens, one day the kernel picks that
  // very port as ours, and TCP lets the socket talk to itself.
  if (local == peer) return os_error(ECONNREFUSED);
  return wrap(std::move(socket), local, peer, notifier);
}

Instant share_of(Instant deadline, std::size_t addresses_left) {
  if (addresses_left <= 1) return deadline;
  const Instant now = SteadyClock().now();
  if (deadline == kNever) return now + kConnectAttemptMax;
  const auto share = (deadline - now) / static_cast<Duration::rep>(addresses_left);
  return now + std::min(share, kConnectAttemptMax);
}

Error cannot_connect(const HostPort& target, Error why) {
  std::string_view advice;
  switch (why.os_errno) {
    case ECONNREFUSED:
      advice = "; is straitd running there, and on this port?";
      break;
    case ETIMEDOUT:
    case EHOSTUNREACH:
    case ENETUNREACH:
      advice = "; is the host up, and does a firewall let this port through?";
      break;
    default:
      break;
  }
  ErrorKind kind = ErrorKind::unavailable;
  Retry retry = Retry::later;
  switch (why.kind) {
    case ErrorKind::not_found:
    case ErrorKind::permission_denied:
      kind = why.kind;
      retry = Retry::never;
      break;
    case ErrorKind::exhausted:
    case ErrorKind::timed_out:
      kind = why.kind;
      break;
    default:
      break;
  }
  return Error{kind, retry, why.os_errno,
               fmt::format("cannot connect to {}: {}{}", target.text(), why.what, advice)};
}

}  // namespace

Result<std::unique_ptr<Connection>> TcpTransport::connect(std::string_view address,
                                                          Instant deadline) {
  STRAIT_ASSIGN(const HostPort target, parse_host_port(address));
  const sys::Stop stop(stop_);
  auto addresses = sys::resolve(target.host, target.port, deadline, stop);
  if (!addresses) return cannot_connect(target, std::move(addresses).error());

  Error last;
  for (std::size_t i = 0; i < addresses->size(); ++i) {
    auto made =
        attempt((*addresses)[i], share_of(deadline, addresses->size() - i), stop, notifier_);
    if (made) return made;
    last = std::move(made).error();
    if (stop.wanted()) break;
  }
  return cannot_connect(target, std::move(last));
}

Result<std::unique_ptr<Listener>> TcpTransport::listen(std::string_view address) {
  if (notifier_ == nullptr) return error(ErrorKind::unsupported, "listening needs a reactor");
  STRAIT_ASSIGN(const HostPort target, parse_host_port(address));
  const std::string doing = fmt::format("listening on {}", target.text());
  auto addresses = sys::resolve(target.host, target.port, kNever);
  if (!addresses) return std::move(addresses).error().during(doing);

  Error last;
  for (const auto& to : *addresses) {
    auto made = [&]() -> Result<sys::UniqueFd> {
      STRAIT_ASSIGN(sys::UniqueFd socket, sys::open_stream_socket(to.family(), sys::Blocking::no));
      STRAIT_TRY(sys::bind_socket(socket.get(), to, sys::ReuseAddress::yes));
      STRAIT_TRY(sys::listen_socket(socket.get(), kListenBacklog));
      return socket;
    }();
    if (!made) {
      last = std::move(made).error();
      continue;
    }
    STRAIT_ASSIGN(const sys::SocketAddress local, sys::local_address(made->get()));
    SocketListener::Parts parts;
    parts.socket = std::move(*made);
    parts.address = local.text();
    parts.adopt = [notifier = notifier_](sys::UniqueFd socket) -> std::unique_ptr<Connection> {
      const auto here = sys::local_address(socket.get());
      const auto peer = sys::peer_address(socket.get());
      // Gone again before we looked.
      if (!here || !peer || !tune(socket.get())) return nullptr;
      return wrap(std::move(socket), *here, *peer, notifier);
    };
    return std::unique_ptr<Listener>(
        std::make_unique<SocketListener>(std::move(parts), *notifier_));
  }
  return std::move(last).during(doing);
}

}  // namespace strait::transport
