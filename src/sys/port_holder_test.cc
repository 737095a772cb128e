#include "sys/port_holder.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <unistd.h>

#include "sys/socket.h"

namespace strait::sys {
namespace {

std::uint16_t port_of(const SocketAddress& address) {
  return ntohs(reinterpret_cast<const sockaddr_in&>(address.storage).sin_port);
}

TEST(PortHolder, IsTheProcessThatListens) {
  SocketAddress any;
  auto& address = reinterpret_cast<sockaddr_in&>(any.storage);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  any.length = sizeof address;
  const auto socket = open_stream_socket(AF_INET, Blocking::no).value();
  ASSERT_TRUE(bind_socket(socket.get(), any, ReuseAddress::no));
  const std::uint16_t port = port_of(local_address(socket.get()).value());
  EXPECT_FALSE(port_holder(port)) << "bound, and not listening";

  ASSERT_TRUE(listen_socket(socket.get(), 1));
  const auto holder = port_holder(port);
  ASSERT_TRUE(holder);
  EXPECT_EQ(holder->process, ::getpid());
  EXPECT_EQ(holder->name, "sys_test");
}

}  // namespace
}  // namespace strait::sys
