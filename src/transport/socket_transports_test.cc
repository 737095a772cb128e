// What is particular to TCP and to unix sockets: addresses, files, limits of the machine.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <fstream>
#include <thread>

#include "sys/hook.h"
#include "sys/socket.h"
#include "sys/socket_file.h"
#include "transport/tcp/transport.h"
#include "transport/transport_contract.h"
#include "transport/unix/transport.h"

namespace strait::transport {
namespace {

using contract::soon;
using std::chrono::milliseconds;

class SocketTransports : public ::testing::Test {
 protected:
  void SetUp() override {
    reactor_ = *Reactor::create({});
    ASSERT_TRUE(reactor_->start());
    path_ = fmt::format("{}/strait-socket-{}", ::testing::TempDir(), ::getpid());
  }
  void TearDown() override {
    reactor_->stop();
    ::unlink(path_.c_str());
  }
  bool file_exists() const {
    struct stat found {};
    return ::lstat(path_.c_str(), &found) == 0;
  }

  std::unique_ptr<Reactor> reactor_;
  std::string path_;
};

TEST_F(SocketTransports, TcpTellsThePortThatItTook) {
  TcpTransport transport(reactor_.get());
  const auto listener = transport.listen("127.0.0.1:0");
  ASSERT_TRUE(listener);
  EXPECT_EQ((*listener)->address().rfind("127.0.0.1:", 0), 0U);
  EXPECT_NE((*listener)->address(), "127.0.0.1:0");
}

TEST_F(SocketTransports, TcpListensAndConnectsByNameAndByIpv6) {
  TcpTransport transport(reactor_.get());
  for (const char* address : {"localhost:0", "[::1]:0"}) {
    const auto listener = transport.listen(address);
    if (!listener) continue;  // a machine without IPv6
    EXPECT_TRUE(transport.connect((*listener)->address(), soon())) << address;
  }
}

TEST_F(SocketTransports, TcpSaysWhatToDoWhenNobodyAnswers) {
  TcpTransport transport(reactor_.get());
  const std::string address = (*transport.listen("127.0.0.1:0"))->address();
  const auto made = TcpTransport().connect(address, soon());
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().os_errno, ECONNREFUSED);
  EXPECT_EQ(made.error().what, "cannot connect to " + address +
                                   ": Connection refused; is straitd running there, and on this "
                                   "port?");
}

TEST_F(SocketTransports, ANameThatCannotBeIsNotFoundOrUnanswered) {
  // RFC 6761: .invalid never resolves; without any resolver the answer is another.
  const auto made = TcpTransport().connect("no-such-host.invalid:1", soon());
  ASSERT_FALSE(made);
  EXPECT_TRUE(made.error().kind == ErrorKind::not_found ||
              made.error().kind == ErrorKind::unavailable)
      << made.error().what;
  EXPECT_NE(made.error().what.find("no-such-host.invalid"), std::string::npos);
}

TEST_F(SocketTransports, AConnectThatStaysUnansweredTimesOut) {
  // A full queue that nobody empties: the kernel then ignores who knocks.
  auto crowded = *sys::open_stream_socket(AF_UNIX, sys::Blocking::yes);
  const auto place = *sys::unix_address(path_);
  ASSERT_TRUE(sys::bind_socket(crowded.get(), place, sys::ReuseAddress::no));
  ASSERT_TRUE(sys::listen_socket(crowded.get(), 0));
  std::vector<std::unique_ptr<Connection>> guests;
  for (;;) {
    auto made = UnixTransport().connect("unix:" + path_, SteadyClock().now() + milliseconds(20));
    if (made) {
      guests.push_back(std::move(*made));
      continue;
    }
    EXPECT_EQ(made.error().kind, ErrorKind::timed_out) << made.error().what;
    EXPECT_EQ(made.error().retry, Retry::later);
    break;
  }
}

// The same queue by TCP, and with somebody who wants to go home long before the deadline.
TEST_F(SocketTransports, AConnectThatIsToStopEndsAtOnce) {
  auto by_tcp = *sys::open_stream_socket(AF_INET, sys::Blocking::yes);
  ASSERT_TRUE(sys::listen_socket(by_tcp.get(), 0));
  auto by_file = *sys::open_stream_socket(AF_UNIX, sys::Blocking::yes);
  ASSERT_TRUE(sys::bind_socket(by_file.get(), *sys::unix_address(path_), sys::ReuseAddress::no));
  ASSERT_TRUE(sys::listen_socket(by_file.get(), 0));
  const std::string port = sys::local_address(by_tcp.get())->text();
  const std::string tcp_address = "127.0.0.1" + port.substr(port.rfind(':'));

  std::atomic<bool> stop{false};
  std::vector<std::unique_ptr<Connection>> guests;
  const auto knock = [&](Transport& transport, const std::string& address) {
    for (;;) {
      auto made = transport.connect(address, SteadyClock().now() + std::chrono::hours(1));
      if (!made) return std::move(made).error();
      guests.push_back(std::move(*made));
    }
  };
  // Whether it has begun to wait cannot be seen; that it ends is all that matters.
  std::thread other([&] { stop = true; });
  TcpTransport tcp(nullptr, &stop);
  EXPECT_EQ(knock(tcp, tcp_address).kind, ErrorKind::timed_out);
  UnixTransport local(nullptr, &stop);
  EXPECT_EQ(knock(local, "unix:" + path_).kind, ErrorKind::timed_out);
  other.join();
}

TEST_F(SocketTransports, WithoutAReactorNobodyListens) {
  EXPECT_EQ(TcpTransport().listen("127.0.0.1:0").error().kind, ErrorKind::unsupported);
  EXPECT_EQ(UnixTransport().listen("unix:" + path_).error().kind, ErrorKind::unsupported);
}

TEST_F(SocketTransports, AUnixListenerRemovesItsFileAndNoOther) {
  UnixTransport transport(reactor_.get());
  auto listener = transport.listen("unix:" + path_);
  ASSERT_TRUE(listener);
  EXPECT_TRUE(file_exists());
  (*listener)->close();
  EXPECT_FALSE(file_exists());

  listener = transport.listen("unix:" + path_);
  ASSERT_TRUE(listener);
  ::unlink(path_.c_str());
  std::ofstream(path_) << "somebody else's";
  (*listener)->close();
  EXPECT_TRUE(file_exists());
}

TEST_F(SocketTransports, AUnixListenerReplacesAStaleSocketOnly) {
  UnixTransport transport(reactor_.get());
  {
    auto dead = *sys::open_stream_socket(AF_UNIX, sys::Blocking::yes);
    ASSERT_TRUE(sys::bind_socket(dead.get(), *sys::unix_address(path_), sys::ReuseAddress::no));
  }
  EXPECT_TRUE(file_exists());
  EXPECT_TRUE(transport.listen("unix:" + path_));

  std::ofstream(path_) << "a user's data";
  const auto refused = transport.listen("unix:" + path_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::exists);
  EXPECT_TRUE(file_exists());
}

TEST_F(SocketTransports, AUnixPathThatIsTooLongIsRefusedWithItsLimit) {
  const std::string address = "unix:/" + std::string(200, 'x');
  const auto made = UnixTransport().connect(address, soon());
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::name_too_long);
  EXPECT_NE(made.error().what.find("107 bytes"), std::string::npos) << made.error().what;
  EXPECT_EQ(UnixTransport(reactor_.get()).listen(address).error().kind, ErrorKind::name_too_long);
}

TEST_F(SocketTransports, OutOfDescriptorsAListenerPausesAndGoesOn) {
  TcpTransport transport(reactor_.get());
  auto listener = *transport.listen("127.0.0.1:0");
  contract::Guests guests;
  contract::Tally refusals;
  std::unique_ptr<Connection> client;
  {
    const sys::ScopedFault fault(sys::Call::accept, [&] {
      refusals.add();
      return refusals.count() <= 2 ? EMFILE : 0;
    });
    listener->start(guests.door());
    client = *transport.connect(listener->address(), soon());
    EXPECT_TRUE(guests.next());
  }
  EXPECT_GE(refusals.count(), 3);
}

TEST_F(SocketTransports, OneConnectionThatFailsInTheQueueDoesNotStopTheListener) {
  TcpTransport transport(reactor_.get());
  auto listener = *transport.listen("127.0.0.1:0");
  contract::Guests guests;
  std::atomic<int> calls = 0;
  const sys::ScopedFault fault(sys::Call::accept, [&] { return ++calls == 1 ? ECONNABORTED : 0; });
  listener->start(guests.door());
  const auto client = *transport.connect(listener->address(), soon());
  EXPECT_TRUE(guests.next());
}

TEST_F(SocketTransports, ABrokenSocketIsUnavailableAndNamesBothEnds) {
  TcpTransport transport(reactor_.get());
  auto listener = *transport.listen("127.0.0.1:0");
  contract::Guests guests;
  listener->start(guests.door());
  const auto client = *transport.connect(listener->address(), soon());
  ASSERT_TRUE(guests.next());  // nobody comes when they are gone
  const sys::ScopedFault fault(sys::Call::send, ECONNRESET);
  const ConstBytes piece = bytes_of("x");
  const auto sent = client->send({&piece, 1});
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(sent.error().os_errno, ECONNRESET);
  EXPECT_NE(sent.error().what.find(listener->address()), std::string::npos) << sent.error().what;
  EXPECT_NE(client->describe().find(" -> " + listener->address()), std::string::npos);
}

}  // namespace
}  // namespace strait::transport
