#include "sys/socket.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/time.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "sys/epoll.h"
#include "sys/hook.h"
#include "sys/poll.h"
#include "sys/resolve.h"

namespace strait::sys {
namespace {

SocketAddress address_of(const char* host, std::uint16_t port = 7420) {
  return resolve(host, port, kNever)->front();
}

struct Ends {
  UniqueFd client, server;
};

Ends connected() {
  const auto listener = *open_stream_socket(AF_INET, Blocking::yes);
  EXPECT_TRUE(bind_socket(listener.get(), address_of("127.0.0.1", 0), ReuseAddress::no));
  EXPECT_TRUE(listen_socket(listener.get(), 1));
  Ends ends;
  ends.client = *open_stream_socket(AF_INET, Blocking::yes);
  EXPECT_TRUE(connect_socket(ends.client.get(), *local_address(listener.get())));
  ends.server = *accept_socket(listener.get());
  return ends;
}

TEST(SocketAddress, WritesItselfAsUsersWriteIt) {
  EXPECT_EQ(address_of("127.0.0.1").text(), "127.0.0.1:7420");
  EXPECT_EQ(address_of("::1").text(), "[::1]:7420");
  EXPECT_EQ(unix_address("/run/strait")->text(), "/run/strait");
}

TEST(SocketAddress, KnowsLoopbackAndHosts) {
  for (const char* near : {"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"}) {
    EXPECT_TRUE(address_of(near).is_loopback()) << near;
  }
  for (const char* far : {"128.0.0.1", "0.0.0.0", "::", "::ffff:10.0.0.1"}) {
    EXPECT_FALSE(address_of(far).is_loopback()) << far;
  }
  EXPECT_TRUE(address_of("10.0.0.1", 1).same_host(address_of("10.0.0.1", 2)));
  EXPECT_FALSE(address_of("10.0.0.1").same_host(address_of("10.0.0.2")));
  EXPECT_FALSE(address_of("::1").same_host(address_of("127.0.0.1")));
  EXPECT_EQ(address_of("10.0.0.1"), address_of("10.0.0.1"));
}

TEST(SocketAddress, UnixPathsMayBeAsLongAsTheKernelTakesAndNoLonger) {
  EXPECT_EQ(unix_address(std::string(107, 'x'))->text().size(), 107U);
  EXPECT_EQ(unix_address(std::string(108, 'x')).error().kind, ErrorKind::name_too_long);
  EXPECT_EQ(unix_address("").error().kind, ErrorKind::invalid_argument);
}

TEST(Socket, DescriptorsAreCloseOnExec) {
  const Ends ends = connected();
  const auto event = *make_event_descriptor();
  const auto epoll = *make_epoll();
  for (const auto* fd : {&ends.client, &ends.server, &event, &epoll}) {
    EXPECT_NE(::fcntl(fd->get(), F_GETFD) & FD_CLOEXEC, 0);
  }
}

TEST(Socket, MovesGatheredBytesAndSeesTheEnd) {
  const Ends ends = connected();
  const std::array<ConstBytes, 3> out{bytes_of("ab"), ConstBytes{}, bytes_of("cde")};
  EXPECT_EQ(*send_gather(ends.client.get(), out), 5U);
  shutdown_socket(ends.client.get());

  std::array<pollfd, 1> polled{pollfd{ends.server.get(), POLLIN, 0}};
  ASSERT_EQ(*poll_until(polled, kNever), 1);
  std::array<std::byte, 2> first{};
  std::array<std::byte, 8> second{};
  const std::array<MutableBytes, 2> in{first, second};
  EXPECT_EQ(*receive_scatter(ends.server.get(), in), 5U);
  EXPECT_EQ(text_of(first), "ab");
  EXPECT_EQ(text_of(ConstBytes(second).first(3)), "cde");
  ASSERT_EQ(*poll_until(polled, kNever), 1);
  EXPECT_EQ(*receive_scatter(ends.server.get(), in), 0U);
}

TEST(Socket, NotReadyIsWouldBlock) {
  const Ends ends = connected();
  std::array<std::byte, 2> space{};
  const std::array<MutableBytes, 1> in{space};
  EXPECT_EQ(receive_scatter(ends.server.get(), in).error().kind, ErrorKind::would_block);
}

TEST(Socket, ABlockingReceiveHasATimeLimit) {
  const Ends ends = connected();
  std::array<std::byte, 2> space{};
  const std::array<MutableBytes, 1> in{space};
  ASSERT_TRUE(set_receive_timeout(ends.client.get(), std::chrono::milliseconds(1)));
  EXPECT_EQ(receive_scatter(ends.client.get(), in, Blocking::yes).error().kind,
            ErrorKind::would_block);
  const std::array<ConstBytes, 1> out{bytes_of("x")};
  EXPECT_EQ(*send_gather(ends.server.get(), out), 1U);
  ASSERT_TRUE(set_receive_timeout(ends.client.get(), Duration::zero()));
  EXPECT_EQ(*receive_scatter(ends.client.get(), in, Blocking::yes), 1U);
}

// As a sampling profiler sends them.
TEST(Socket, SignalsDoNotProlongABlockingReceive) {
  const Ends ends = connected();
  std::array<std::byte, 2> space{};
  const std::array<MutableBytes, 1> in{space};
  ASSERT_TRUE(set_receive_timeout(ends.client.get(), std::chrono::seconds(20)));
  struct sigaction handler {};
  struct sigaction before {};
  handler.sa_handler = [](int) {};
  ASSERT_EQ(::sigaction(SIGALRM, &handler, &before), 0);
  const itimerval often{{0, 10'000}, {0, 10'000}};
  ASSERT_EQ(::setitimer(ITIMER_REAL, &often, nullptr), 0);
  const Instant begun = SteadyClock().now();
  const auto got = receive_scatter(ends.client.get(), in, Blocking::yes);
  const Duration took = SteadyClock().now() - begun;
  const itimerval never{};
  ::setitimer(ITIMER_REAL, &never, nullptr);
  ::sigaction(SIGALRM, &before, nullptr);
  EXPECT_EQ(got.error().kind, ErrorKind::would_block);
  EXPECT_LT(took, std::chrono::seconds(20));
}

TEST(Socket, GathersMuchAsWellAsLittle) {
  const Ends ends = connected();
  for (const std::size_t size : {1U, 255U, 256U, 257U, 5000U}) {
    const std::vector<std::byte> half(size, std::byte{7});
    const std::array<ConstBytes, 2> out{half, half};
    ASSERT_EQ(*send_gather(ends.client.get(), out), 2 * size);
    std::vector<std::byte> space(2 * size);
    for (std::size_t got = 0; got < space.size();) {
      const std::array<MutableBytes, 1> in{MutableBytes(space).subspan(got)};
      const auto more = receive_scatter(ends.server.get(), in, Blocking::yes);
      if (more) got += *more;
    }
    EXPECT_EQ(space, std::vector<std::byte>(2 * size, std::byte{7}));
  }
}

TEST(Socket, InjectedFaultsComeBackAsTheirErrno) {
  const Ends ends = connected();
  const std::array<ConstBytes, 1> out{bytes_of("x")};
  const ScopedFault fault(Call::send, EPIPE);
  const auto sent = send_gather(ends.client.get(), out);
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().os_errno, EPIPE);
  EXPECT_EQ(sent.error().kind, ErrorKind::unavailable);
}

TEST(Socket, TellsHowMuchHasNotArrived) {
  const Ends ends = connected();
  ASSERT_TRUE(set_blocking(ends.client.get(), Blocking::no));
  EXPECT_EQ(undelivered_bytes(ends.client.get()), 0U);
  std::vector<std::byte> memory(1 << 20);
  const std::array<ConstBytes, 1> out{ConstBytes(memory)};
  std::size_t sent = 0;
  while (const auto more = send_gather(ends.client.get(), out)) sent += *more;
  const std::uint64_t full = undelivered_bytes(ends.client.get());
  EXPECT_GT(full, 0U);
  EXPECT_LE(full, sent);
  const std::array<MutableBytes, 1> in{MutableBytes(memory)};
  for (std::size_t left = sent; left != 0;) {
    std::array<pollfd, 1> polled{pollfd{ends.server.get(), POLLIN, 0}};
    ASSERT_EQ(*poll_until(polled, SteadyClock().now() + std::chrono::seconds(20)), 1);
    left -= *receive_scatter(ends.server.get(), in);
  }
  EXPECT_LT(undelivered_bytes(ends.client.get()), full);
}

TEST(Socket, MeetsCongestionAsItIsTold) {
  const Ends ends = connected();
  ASSERT_TRUE(set_congestion_control(ends.client.get(), "reno"));
  std::array<char, 16> name{};
  socklen_t size = name.size();
  ASSERT_EQ(::getsockopt(ends.client.get(), IPPROTO_TCP, TCP_CONGESTION, name.data(), &size), 0);
  EXPECT_STREQ(name.data(), "reno");
  EXPECT_FALSE(set_congestion_control(ends.client.get(), "no such thing"));
}

TEST(Poll, ASignalledEventWakesUntilItIsCleared) {
  const auto event = *make_event_descriptor();
  std::array<pollfd, 1> polled{pollfd{event.get(), POLLIN, 0}};
  const Instant past = SteadyClock().now();
  EXPECT_EQ(*poll_until(polled, past), 0);
  signal_event(event.get());
  signal_event(event.get());
  EXPECT_EQ(*poll_until(polled, past), 1);
  clear_event(event.get());
  EXPECT_EQ(*poll_until(polled, past), 0);
}

TEST(Resolve, ALookUpThatHasNoTimeLeftIsTimedOut) {
  const auto found = resolve("no-such-host.invalid", 1, SteadyClock().now());
  ASSERT_FALSE(found);
  EXPECT_TRUE(found.error().kind == ErrorKind::timed_out ||
              found.error().kind == ErrorKind::not_found ||
              found.error().kind == ErrorKind::unavailable);
}

}  // namespace
}  // namespace strait::sys
