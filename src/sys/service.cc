#include "sys/service.h"

#include <poll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>

namespace strait::sys {

Status notify_service_manager(std::string_view socket_name, std::string_view message) {
  const auto doing = [&] {
    return fmt::format("notifying the service manager at {}", socket_name);
  };
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const bool is_abstract = socket_name.starts_with('@');
  // A path needs its terminating null byte, an abstract name has none.
  const std::size_t room = sizeof(address.sun_path) - (is_abstract ? 0 : 1);
  if ((!is_abstract && !socket_name.starts_with('/')) || socket_name.size() > room)
    return os_error(EINVAL, doing());
  std::memcpy(address.sun_path, socket_name.data(), socket_name.size());
  if (is_abstract) address.sun_path[0] = '\0';
  const std::size_t length =
      offsetof(sockaddr_un, sun_path) + socket_name.size() + (is_abstract ? 0 : 1);

  const UniqueFd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket) return os_error(errno, doing());
  const ssize_t sent =
      ::sendto(socket.get(), message.data(), message.size(), MSG_NOSIGNAL,
               reinterpret_cast<const sockaddr*>(&address), static_cast<socklen_t>(length));
  if (sent < 0) return os_error(errno, doing());
  return {};
}

Result<TerminationSignals> TerminationSignals::create() {
  sigset_t ours;
  ::sigemptyset(&ours);
  ::sigaddset(&ours, SIGTERM);
  ::sigaddset(&ours, SIGINT);
  if (const int problem = ::pthread_sigmask(SIG_BLOCK, &ours, nullptr); problem != 0)
    return os_error(problem, "blocking SIGTERM and SIGINT");
  if (::signal(SIGPIPE, SIG_IGN) == SIG_ERR) return os_error(errno, "ignoring SIGPIPE");
  UniqueFd signals(::signalfd(-1, &ours, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals) return os_error(errno, "waiting for signals");
  return TerminationSignals(std::move(signals));
}

Result<int> TerminationSignals::wait() {
  while (true) {
    signalfd_siginfo arrived{};
    if (::read(signals_.get(), &arrived, sizeof(arrived)) == sizeof(arrived))
      return static_cast<int>(arrived.ssi_signo);
    if (errno != EAGAIN && errno != EINTR) return os_error(errno, "reading a signal");
    pollfd readable{.fd = signals_.get(), .events = POLLIN, .revents = 0};
    if (::poll(&readable, 1, -1) < 0 && errno != EINTR)
      return os_error(errno, "waiting for a signal");
  }
}

Result<std::uint64_t> raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
    return os_error(errno, "reading the limit of descriptors");
  limit.rlim_cur = limit.rlim_max;
  if (::setrlimit(RLIMIT_NOFILE, &limit) != 0)
    return os_error(errno, "raising the limit of descriptors");
  return static_cast<std::uint64_t>(limit.rlim_cur);
}

}  // namespace strait::sys
