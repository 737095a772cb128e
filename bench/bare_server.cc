// The server's side of what Strait is compared with: a thread a connection, and between the socket
// and the file nothing but one buffer. Prints its port.
#include <fcntl.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "bench/bare_socket.h"

namespace strait::bench {
namespace {

constexpr std::size_t kBufferSize = std::size_t{1} << 20;  // bytes

bool take_in(int socket, int file, const Order& order, std::vector<char>& buffer) {
  std::uint64_t offset = order.offset;
  for (std::uint64_t left = order.length; left != 0;) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left, buffer.size()));
    const ssize_t got = ::recv(socket, buffer.data(), size, 0);
    if (got <= 0) return false;
    const auto count = static_cast<std::size_t>(got);
    if (order.work == Work::write &&
        ::pwrite(file, buffer.data(), count, static_cast<off_t>(offset)) != got) {
      give_up("a write fell short");
    }
    offset += count;
    left -= count;
  }
  send_all(socket, buffer.data(), 1);
  return true;
}

void give_out(int socket, int file, const Order& order, std::vector<char>& buffer) {
  std::uint64_t offset = order.offset;
  for (std::uint64_t left = order.length; left != 0;) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left, buffer.size()));
    const ssize_t got = ::pread(file, buffer.data(), size, static_cast<off_t>(offset));
    if (got <= 0) give_up("a read fell short");
    const auto count = static_cast<std::size_t>(got);
    send_all(socket, buffer.data(), count);
    offset += count;
    left -= count;
  }
}

void serve(int socket, const char* path) {
  const int file = ::open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) give_up(std::string("cannot open ") + path);
  std::vector<char> buffer(kBufferSize);
  Order order{};
  bool more = true;
  while (more && receive_all(socket, &order, sizeof order)) {
    switch (order.work) {
      case Work::discard:
      case Work::write:
        more = take_in(socket, file, order, buffer);
        break;
      case Work::read:
        give_out(socket, file, order, buffer);
        break;
      case Work::ping_pong:
        for (std::uint64_t i = 0; i < order.length; ++i) {
          if (!receive_all(socket, buffer.data(), 1)) break;
          send_all(socket, buffer.data(), 1);
        }
        break;
    }
  }
  ::close(file);
  ::close(socket);
}

int run(const char* path) {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  if (::bind(listener, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::listen(listener, 16) != 0 ||
      ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    give_up("cannot listen");
  }
  std::printf("port %d\n", ntohs(address.sin_port));
  std::fflush(stdout);
  for (;;) {
    const int socket = ::accept(listener, nullptr, nullptr);
    if (socket < 0) give_up("cannot accept");
    send_at_once(socket);
    std::thread(serve, socket, path).detach();
  }
}

}  // namespace
}  // namespace strait::bench

int main(int count, char** words) {
  if (count != 2) {
    std::fprintf(stderr, "usage: %s FILE\n", words[0]);
    return 2;
  }
  return strait::bench::run(words[1]);
}
