#include "transport/unix/transport.h"

#include <algorithm>
#include <cerrno>
#include <string>

#include "sys/socket.h"
#include "sys/socket_file.h"
#include "sys/stop.h"
#include "transport/address.h"
#include "transport/socket/connection.h"
#include "transport/socket/listener.h"

namespace strait::transport {
namespace {

// Whoever checks whether an old socket still answers waits no longer than this.
constexpr Duration kProbeLimit = std::chrono::seconds(2);

std::unique_ptr<Connection> wrap(sys::UniqueFd socket, std::string description,
                                 Notifier* notifier) {
  return std::make_unique<SocketConnection>(
      std::move(socket), SocketConnection::Facts{std::move(description), false}, notifier);
}

// Where the listener's queue is full, only a blocking connect waits for a place in it.
Result<sys::UniqueFd> connect_blocking(const sys::SocketAddress& to, Instant deadline,
                                       const sys::Stop& stop = {}) {
  STRAIT_ASSIGN(sys::UniqueFd socket, sys::open_stream_socket(AF_UNIX, sys::Blocking::yes));
  Status connected;
  do {  // again where a signal interrupted it, or it was only time to look whether to go on
    if (const Instant until = stop.look(deadline); until != kNever) {
      // Zero would mean for ever.
      const Duration left = until - SteadyClock().now();
      STRAIT_TRY(sys::set_send_timeout(socket.get(),
                                       std::max<Duration>(left, std::chrono::milliseconds(1))));
    }
    connected = sys::connect_socket(socket.get(), to);
  } while (!connected && (connected.error().kind == ErrorKind::would_block ||
                          (connected.error().os_errno == EAGAIN && stop.goes_on(deadline))));
  STRAIT_TRY(std::move(connected));
  STRAIT_TRY(sys::set_blocking(socket.get(), sys::Blocking::no));
  STRAIT_TRY(sys::set_buffer_sizes(socket.get(), kUnixBufferBytes));
  return socket;
}

Error cannot_connect(const std::string& path, Error why) {
  std::string_view advice;
  ErrorKind kind = ErrorKind::unavailable;
  Retry retry = Retry::later;
  switch (why.os_errno) {
    case ENOENT:  // the server makes the file: it may yet come
    case ECONNREFUSED:
      advice = "; is straitd running, and listening on this path?";
      break;
    case EACCES:
    case EPERM:
      kind = ErrorKind::permission_denied;
      retry = Retry::never;
      advice = "; connecting needs write permission on the socket file";
      break;
    case EAGAIN:
      kind = ErrorKind::timed_out;
      why.what = "the server took nobody in in time";
      break;
    case EMFILE:
    case ENFILE:
    case ENOMEM:
      kind = ErrorKind::exhausted;
      break;
    default:
      break;
  }
  return Error{kind, retry, why.os_errno,
               fmt::format("cannot connect to unix:{}: {}{}", path, why.what, advice)};
}

// Clears the way for a new socket at `path`: an old one goes if nobody answers on it.
Status remove_stale(const std::string& path, const sys::SocketAddress& address) {
  const auto old = sys::socket_file(path);
  if (!old) {
    if (old.error().kind == ErrorKind::not_found) return {};
    return old.error();
  }
  auto answered = connect_blocking(address, SteadyClock().now() + kProbeLimit);
  if (answered || answered.error().os_errno != ECONNREFUSED) {
    return error(ErrorKind::busy, "another server is listening on {}", path);
  }
  sys::remove_socket_file(path, *old);
  return {};
}

}  // namespace

Result<std::unique_ptr<Connection>> UnixTransport::connect(std::string_view address,
                                                           Instant deadline) {
  STRAIT_ASSIGN(const std::string path, parse_unix_path(address));
  STRAIT_ASSIGN(const sys::SocketAddress to, sys::unix_address(path));
  auto socket = connect_blocking(to, deadline, sys::Stop(stop_));
  if (!socket) return cannot_connect(path, std::move(socket).error());
  return wrap(std::move(*socket), fmt::format("unix {}", path), notifier_);
}

Result<std::unique_ptr<Listener>> UnixTransport::listen(std::string_view address) {
  if (notifier_ == nullptr) return error(ErrorKind::unsupported, "listening needs a reactor");
  STRAIT_ASSIGN(const std::string path, parse_unix_path(address));
  STRAIT_ASSIGN(const sys::SocketAddress to, sys::unix_address(path));
  const std::string doing = fmt::format("listening on unix:{}", path);

  auto made = [&]() -> Result<sys::UniqueFd> {
    // Two servers that start at once must not take each other's new socket for a stale one.
    const sys::UniqueFd guard = sys::lock_directory_of(path);
    STRAIT_TRY(remove_stale(path, to));
    STRAIT_ASSIGN(sys::UniqueFd socket, sys::open_stream_socket(AF_UNIX, sys::Blocking::no));
    STRAIT_TRY(sys::bind_socket(socket.get(), to, sys::ReuseAddress::no));
    STRAIT_TRY(sys::listen_socket(socket.get(), kListenBacklog));
    return socket;
  }();
  if (!made) return std::move(made).error().during(doing);
  STRAIT_ASSIGN(const sys::FileIdentity identity, sys::socket_file(path));

  SocketListener::Parts parts;
  parts.socket = std::move(*made);
  parts.address = fmt::format("unix:{}", path);
  parts.adopt = [path, notifier = notifier_](sys::UniqueFd socket) -> std::unique_ptr<Connection> {
    if (!sys::set_buffer_sizes(socket.get(), kUnixBufferBytes)) return nullptr;
    return wrap(std::move(socket), fmt::format("unix {} (accepted)", path), notifier);
  };
  parts.at_close = [path, identity] { sys::remove_socket_file(path, identity); };
  return std::unique_ptr<Listener>(std::make_unique<SocketListener>(std::move(parts), *notifier_));
}

}  // namespace strait::transport
