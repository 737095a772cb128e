#include "sys/socket.h"

#include <fcntl.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>

#include "sys/hook.h"

namespace strait::sys {
namespace {

// The commonest failure of all, on the fast path: its text fits a std::string without allocating.
Error not_ready() { return Error{ErrorKind::would_block, Retry::later, EAGAIN, "not ready"}; }

Error failed(int os_errno, std::string_view doing) {
  if (os_errno == EAGAIN || os_errno == EWOULDBLOCK) return not_ready();
  return os_error(os_errno, doing);
}

// Runs a system call until no signal interrupts it (or only once); its result, or -1 and errno.
enum class Restart : bool { no, yes };
template <class F>
auto uninterrupted(Call call, F&& body, Restart restart = Restart::yes) -> decltype(body()) {
  if (const int fault = injected(call); fault != 0) {
    errno = fault;
    return -1;
  }
  for (;;) {
    const auto result = body();
    if (result >= 0 || errno != EINTR || restart == Restart::no) return result;
  }
}

Status set_option(int fd, int level, int name, int value, std::string_view doing) {
  if (::setsockopt(fd, level, name, &value, sizeof value) != 0) return os_error(errno, doing);
  return {};
}

static_assert(kGatherMax <= IOV_MAX);

// So little is put together before it is sent: the kernel takes longer to look at a list.
constexpr std::size_t kCopiedMax = 512;  // bytes

std::size_t total(std::span<const ConstBytes> buffers) {
  std::size_t sum = 0;
  for (const ConstBytes buffer : buffers) sum += buffer.size();
  return sum;
}

// Empty buffers are left out: they would only use up places.
template <class Buffers>
std::size_t fill(std::array<iovec, kGatherMax>& out, const Buffers& buffers) {
  std::size_t n = 0;
  for (const auto& buffer : buffers) {
    if (buffer.empty()) continue;
    if (n == out.size()) break;
    out[n++] = {const_cast<void*>(static_cast<const void*>(buffer.data())), buffer.size()};
  }
  return n;
}

}  // namespace

Result<UniqueFd> open_stream_socket(int family, Blocking blocking) {
  const int flags = SOCK_STREAM | SOCK_CLOEXEC | (blocking == Blocking::yes ? 0 : SOCK_NONBLOCK);
  const int fd = uninterrupted(Call::socket, [&] { return ::socket(family, flags, 0); });
  if (fd < 0) return os_error(errno, "making a socket");
  return UniqueFd(fd);
}

Status set_blocking(int fd, Blocking blocking) {
  const int flags = ::fcntl(fd, F_GETFL);
  const int wanted = blocking == Blocking::yes ? flags & ~O_NONBLOCK : flags | O_NONBLOCK;
  if (flags < 0 || ::fcntl(fd, F_SETFL, wanted) < 0) {
    return os_error(errno, "choosing whether a socket blocks");
  }
  return {};
}

Status connect_socket(int fd, const SocketAddress& to) {
  int why = injected(Call::connect);
  if (why == 0) {
    if (::connect(fd, reinterpret_cast<const sockaddr*>(&to.storage), to.length) == 0) return {};
    why = errno;
  }
  Error failure = os_error(why);
  failure.retry = Retry::later;
  if (why == EINPROGRESS || why == EINTR) failure.kind = ErrorKind::would_block;
  if (why == EAGAIN || why == EADDRNOTAVAIL) failure.kind = ErrorKind::exhausted;
  return failure;
}

Status connect_outcome(int fd) {
  int why = 0;
  socklen_t size = sizeof why;
  if (::getsockopt(fd, SOL_SOCKET, SO_ERROR, &why, &size) != 0) why = errno;
  if (why != 0) return os_error(why);
  return {};
}

namespace {

Status set_timeout(int fd, int option, Duration limit) {
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(limit).count();
  const timeval value{static_cast<time_t>(us / 1'000'000),
                      static_cast<suseconds_t>(us % 1'000'000)};
  if (::setsockopt(fd, SOL_SOCKET, option, &value, sizeof value) != 0) {
    return os_error(errno, "setting a socket's time limit");
  }
  return {};
}

}  // namespace

Status set_send_timeout(int fd, Duration limit) { return set_timeout(fd, SO_SNDTIMEO, limit); }

Status set_receive_timeout(int fd, Duration limit) { return set_timeout(fd, SO_RCVTIMEO, limit); }

Status bind_socket(int fd, const SocketAddress& to, ReuseAddress reuse) {
  if (reuse == ReuseAddress::yes) {
    STRAIT_TRY(set_option(fd, SOL_SOCKET, SO_REUSEADDR, 1, "allowing an address to be used again"));
  }
  if (::bind(fd, reinterpret_cast<const sockaddr*>(&to.storage), to.length) != 0) {
    return os_error(errno, "binding a socket");
  }
  return {};
}

Status listen_socket(int fd, int backlog) {
  if (::listen(fd, backlog) != 0) return os_error(errno, "listening");
  return {};
}

Result<UniqueFd> accept_socket(int fd) {
  const int accepted = uninterrupted(
      Call::accept, [&] { return ::accept4(fd, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK); });
  if (accepted < 0) return failed(errno, "accepting a connection");
  return UniqueFd(accepted);
}

Result<SocketAddress> local_address(int fd) {
  SocketAddress address;
  address.length = sizeof address.storage;
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&address.storage), &address.length) != 0) {
    return os_error(errno, "asking for a socket's address");
  }
  return address;
}

Result<SocketAddress> peer_address(int fd) {
  SocketAddress address;
  address.length = sizeof address.storage;
  if (::getpeername(fd, reinterpret_cast<sockaddr*>(&address.storage), &address.length) != 0) {
    return os_error(errno, "asking for a peer's address");
  }
  return address;
}

Result<std::size_t> send_gather(int fd, std::span<const ConstBytes> buffers) {
  constexpr int kFlags = MSG_NOSIGNAL | MSG_DONTWAIT;
  std::array<std::byte, kCopiedMax> copy;  // not initialised: only what is used is touched
  ssize_t moved = 0;
  if (const std::size_t size = total(buffers); size <= copy.size()) {
    std::byte* end = copy.data();
    for (const ConstBytes piece : buffers) end = std::copy(piece.begin(), piece.end(), end);
    moved = uninterrupted(Call::send, [&] { return ::send(fd, copy.data(), size, kFlags); });
  } else {
    std::array<iovec, kGatherMax> pieces;
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = fill(pieces, buffers);
    moved = uninterrupted(Call::send, [&] { return ::sendmsg(fd, &message, kFlags); });
  }
  if (moved < 0) return failed(errno, "sending");
  return static_cast<std::size_t>(moved);
}

// Descriptors that a peer passes uninvited are dropped for want of a control buffer.
Result<std::size_t> receive_scatter(int fd, std::span<const MutableBytes> buffers,
                                    Blocking blocking) {
  const int flags = blocking == Blocking::yes ? 0 : MSG_DONTWAIT;
  // Each start has the whole time limit: with signals at shorter intervals it would never end.
  const auto restart = blocking == Blocking::yes ? Restart::no : Restart::yes;
  ssize_t moved = 0;
  if (buffers.size() == 1) {
    const MutableBytes all = buffers.front();
    moved = uninterrupted(
        Call::receive, [&] { return ::recv(fd, all.data(), all.size(), flags); }, restart);
  } else {
    std::array<iovec, kGatherMax> pieces;
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = fill(pieces, buffers);
    moved = uninterrupted(
        Call::receive, [&] { return ::recvmsg(fd, &message, flags); }, restart);
  }
  if (moved < 0 && errno == EINTR && restart == Restart::no) return not_ready();
  if (moved < 0) return failed(errno, "receiving");
  return static_cast<std::size_t>(moved);
}

std::uint64_t undelivered_bytes(int fd) noexcept {
  int bytes = 0;
  return ::ioctl(fd, SIOCOUTQ, &bytes) == 0 && bytes > 0 ? static_cast<std::uint64_t>(bytes) : 0;
}

void shutdown_socket(int fd) noexcept { ::shutdown(fd, SHUT_RDWR); }

Status set_keepalive(int fd, const Keepalive& keepalive) {
  constexpr std::string_view kDoing = "setting up keepalive";
  STRAIT_TRY(set_option(fd, SOL_SOCKET, SO_KEEPALIVE, 1, kDoing));
  STRAIT_TRY(set_option(fd, IPPROTO_TCP, TCP_KEEPIDLE, keepalive.idle_s, kDoing));
  STRAIT_TRY(set_option(fd, IPPROTO_TCP, TCP_KEEPINTVL, keepalive.interval_s, kDoing));
  return set_option(fd, IPPROTO_TCP, TCP_KEEPCNT, keepalive.probes, kDoing);
}

Status set_no_delay(int fd) {
  return set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1, "turning off Nagle's delay");
}

Status set_congestion_control(int fd, std::string_view algorithm) {
  if (::setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, algorithm.data(),
                   static_cast<socklen_t>(algorithm.size())) != 0) {
    return os_error(errno, "choosing how a socket meets congestion");
  }
  return {};
}

Status set_buffer_sizes(int fd, int bytes) {
  STRAIT_TRY(set_option(fd, SOL_SOCKET, SO_SNDBUF, bytes, "sizing a socket's buffers"));
  return set_option(fd, SOL_SOCKET, SO_RCVBUF, bytes, "sizing a socket's buffers");
}

}  // namespace strait::sys
