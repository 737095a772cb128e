// Plain sockets for the programs that Strait is compared with, and what those say to each other:
// a client sends an Order, and the two then do what it says.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "bench/turns.h"

namespace strait::bench {

enum class Work : std::uint64_t {
  discard,    // the client sends `length` bytes; the server answers with one
  write,      // the same, and the server writes them at `offset`
  read,       // the server sends `length` bytes from `offset`
  ping_pong,  // one byte there and one back, `length` times
};

struct Order {
  Work work;
  std::uint64_t offset;
  std::uint64_t length;
};

inline sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

// As Strait's sockets within a machine are: not paced, and nothing waits for more to be sent with
// it.
inline void send_at_once(int socket) {
  const int yes = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  setsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, "reno", 4);
}

inline void send_all(int socket, const void* data, std::size_t size) {
  const auto* at = static_cast<const char*>(data);
  while (size != 0) {
    const ssize_t sent = ::send(socket, at, size, MSG_NOSIGNAL);
    if (sent <= 0) give_up("a socket does not take what it is sent");
    at += sent;
    size -= static_cast<std::size_t>(sent);
  }
}

// False at the end of the stream.
inline bool receive_all(int socket, void* data, std::size_t size) {
  auto* at = static_cast<char*>(data);
  while (size != 0) {
    const ssize_t got = ::recv(socket, at, size, 0);
    if (got <= 0) return false;
    at += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace strait::bench
