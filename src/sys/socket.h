// Stream sockets, as values and Results. Thin: one function, one system call (or the few that
// belong together). Every descriptor made here is close-on-exec, so that a program that forks and
// executes leaks none. Thread-safe as the kernel is.
#pragma once

#include <sys/socket.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "sys/unique_fd.h"

namespace strait::sys {

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t length = 0;

  int family() const { return storage.ss_family; }
  // "127.0.0.1:7420", "[::1]:7420", "/run/strait", "" for an unnamed unix socket.
  std::string text() const;
  // 127.0.0.0/8, ::1 and their mapped form; any unix address.
  bool is_loopback() const;
  bool same_host(const SocketAddress& other) const;  // the address without the port
  friend bool operator==(const SocketAddress& a, const SocketAddress& b);
};

// name_too_long where the kernel's sun_path cannot hold it.
Result<SocketAddress> unix_address(std::string_view path);

enum class Blocking : bool { no, yes };
Result<UniqueFd> open_stream_socket(int family, Blocking blocking);
Status set_blocking(int fd, Blocking blocking);

// Begins or makes a connection; the error's os_errno says why it failed. would_block: TCP goes on
// by itself (wait for writable, then connect_outcome); a unix socket was interrupted by a signal
// (call again). exhausted: no local port is left, or the unix listener's queue stayed full.
Status connect_socket(int fd, const SocketAddress& to);
Status connect_outcome(int fd);
// How long a connect or send, or a receive, on a blocking socket may take; zero: for ever. The
// kernel counts in ticks of its own, of a few milliseconds, and rounds up.
Status set_send_timeout(int fd, Duration limit);
Status set_receive_timeout(int fd, Duration limit);

enum class ReuseAddress : bool { no, yes };
Status bind_socket(int fd, const SocketAddress& to, ReuseAddress reuse);
Status listen_socket(int fd, int backlog);
// Non-blocking; would_block if nobody is waiting.
Result<UniqueFd> accept_socket(int fd);
Result<SocketAddress> local_address(int fd);
Result<SocketAddress> peer_address(int fd);

// One call takes at most this many buffers that are not empty (the kernel's UIO_MAXIOV).
inline constexpr std::size_t kGatherMax = 1024;

// Gathers from as many of the buffers as one call takes; at least one buffer must not be empty.
// Never raises SIGPIPE and never blocks.
Result<std::size_t> send_gather(int fd, std::span<const ConstBytes> buffers);
// Scatters; 0: the peer closed its side. Blocks only where that is asked for and the socket does;
// a signal then ends it as would_block.
Result<std::size_t> receive_scatter(int fd, std::span<const MutableBytes> buffers,
                                    Blocking blocking = Blocking::no);
// What a send has taken and the peer's host has not acknowledged (a unix socket's peer has not
// received); 0 where the kernel does not tell.
std::uint64_t undelivered_bytes(int fd) noexcept;
// Both directions. Wakes whoever polls the socket; a listening one stops listening.
void shutdown_socket(int fd) noexcept;

struct Keepalive {
  int idle_s;      // silence before the first probe
  int interval_s;  // between probes
  int probes;      // unanswered ones until the connection counts as lost
};
Status set_keepalive(int fd, const Keepalive& keepalive);
Status set_no_delay(int fd);
// One of the kernel's algorithms by name; the system's default stays where it may not be had.
Status set_congestion_control(int fd, std::string_view algorithm);
// A wish: the kernel clips it to its limit.
Status set_buffer_sizes(int fd, int bytes);

}  // namespace strait::sys
