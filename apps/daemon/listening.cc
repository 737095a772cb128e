#include "daemon/listening.h"

#include <cerrno>
#include <memory>
#include <utility>

#include "sys/port_holder.h"
#include "transport/address.h"
#include "transport/tcp/transport.h"
#include "transport/unix/transport.h"

namespace strait::daemon {
namespace {

Error with_advice(Error failure, const std::string& address) {
  if (transport::is_unix_address(address)) return failure;
  const auto target = transport::parse_host_port(address);
  if (!target) return failure;
  switch (failure.os_errno) {
    case EADDRINUSE: {
      const auto holder = sys::port_holder(target->port);
      failure.what +=
          holder ? fmt::format("; process {} ({}) listens there", holder->process, holder->name)
                 : std::string("; another user's process listens there");
      failure.what += fmt::format(
          ". Take another port with --listen {}:PORT; 0 is any that is free", target->host);
      break;
    }
    case EACCES:
      failure.what += "; only root may take ports below 1024: --listen takes another";
      break;
    case EADDRNOTAVAIL:
      failure.what += "; that is no address of this machine (`ip address` lists them)";
      break;
    default:
      break;
  }
  return failure;
}

}  // namespace

Result<std::string> listen(server::Server& server, transport::Reactor& network,
                           const std::string& address) {
  transport::TcpTransport tcp(&network);
  transport::UnixTransport local(&network);
  transport::Transport& transport =
      transport::is_unix_address(address) ? static_cast<transport::Transport&>(local) : tcp;
  auto listener = transport.listen(address);
  if (!listener) return with_advice(std::move(listener).error(), address);
  std::string reached = (*listener)->address();
  server.listen(std::move(*listener));
  return reached;
}

}  // namespace strait::daemon
