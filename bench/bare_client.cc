// The client's side of what Strait is compared with: moves as many bytes of as much memory through
// one plain socket. Run by bench.py; see turns.h.
#include <algorithm>
#include <string_view>
#include <vector>

#include "bench/bare_socket.h"

namespace strait::bench {
namespace {

int connect_to(const char* port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = loopback(static_cast<std::uint16_t>(std::atoi(port)));
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    give_up("cannot connect");
  }
  send_at_once(socket);
  return socket;
}

void ping_pong(int socket, std::uint64_t times) {
  char byte = 'b';
  for (std::uint64_t i = 0; i < times; ++i) {
    send_all(socket, &byte, 1);
    if (!receive_all(socket, &byte, 1)) give_up("the server has gone");
  }
}

void stream(int socket, const Order& order, std::vector<char>& memory) {
  const bool receives = order.work == Work::read;
  for (std::uint64_t left = order.length; left != 0;) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left, memory.size()));
    if (!receives) {
      send_all(socket, memory.data(), size);
    } else if (!receive_all(socket, memory.data(), size)) {
      give_up("the server has gone");
    }
    left -= size;
  }
  char answer = 0;
  if (!receives && !receive_all(socket, &answer, 1)) give_up("the server has gone");
}

int run(int count, char** words) {
  if (count != 6) {
    std::fprintf(stderr, "usage: %s discard|write|read|ping_pong PORT OFFSET LENGTH MEMORY\n",
                 words[0]);
    return 2;
  }
  const std::string_view what = words[1];
  const Work work = what == "discard" ? Work::discard
                    : what == "write" ? Work::write
                    : what == "read"  ? Work::read
                                      : Work::ping_pong;
  const Order order{work, std::strtoull(words[3], nullptr, 10),
                    std::strtoull(words[4], nullptr, 10)};
  std::vector<char> memory(std::strtoull(words[5], nullptr, 10), 'b');
  const int socket = connect_to(words[2]);
  take_turns([&] {
    send_all(socket, &order, sizeof order);
    if (work == Work::ping_pong) {
      ping_pong(socket, order.length);
    } else {
      stream(socket, order, memory);
    }
  });
  return 0;
}

}  // namespace
}  // namespace strait::bench

int main(int count, char** words) { return strait::bench::run(count, words); }
