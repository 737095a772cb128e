#include "sys/service.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <string>

namespace strait::sys {
namespace {

// A service manager's end: binds `name` as $NOTIFY_SOCKET would give it.
class Manager {
 public:
  explicit Manager(const std::string& name) : socket_(::socket(AF_UNIX, SOCK_DGRAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, name.data(), name.size());
    const bool is_abstract = name[0] == '@';
    if (is_abstract) address.sun_path[0] = '\0';
    const std::size_t length = offsetof(sockaddr_un, sun_path) + name.size() + !is_abstract;
    EXPECT_EQ(::bind(socket_.get(), reinterpret_cast<sockaddr*>(&address),
                     static_cast<socklen_t>(length)),
              0);
  }

  std::string message() const {
    std::array<char, 256> buffer{};
    const ssize_t got = ::recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    return got < 0 ? "nothing" : std::string(buffer.data(), static_cast<std::size_t>(got));
  }

 private:
  UniqueFd socket_;
};

std::string unique_name(const char* word) {
  return testing::TempDir() + "strait_" + word + "_" + std::to_string(::getpid());
}

TEST(NotifyServiceManager, ReachesASocketWithAPath) {
  const std::string path = unique_name("notify");
  const Manager manager(path);
  EXPECT_TRUE(notify_service_manager(path, "READY=1\nSTATUS=serving"));
  EXPECT_EQ(manager.message(), "READY=1\nSTATUS=serving");
  ::unlink(path.c_str());
}

TEST(NotifyServiceManager, ReachesAnAbstractSocket) {
  const std::string name = "@" + unique_name("abstract");
  const Manager manager(name);
  EXPECT_TRUE(notify_service_manager(name, "STOPPING=1"));
  EXPECT_EQ(manager.message(), "STOPPING=1");
}

TEST(NotifyServiceManager, SaysWhereNobodyListens) {
  const auto nobody = notify_service_manager(unique_name("nobody"), "READY=1");
  EXPECT_EQ(nobody.error().kind, ErrorKind::not_found);
  for (const std::string& name : {std::string(), std::string("relative"), std::string("vsock:2:1"),
                                  "/" + std::string(108, 'x')})
    EXPECT_EQ(notify_service_manager(name, "READY=1").error().kind, ErrorKind::invalid_argument);
}

TEST(TerminationSignals, ArriveInOrderAndDoNotKill) {
  sigset_t before;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &before);
  auto signals = TerminationSignals::create();
  ASSERT_TRUE(signals);
  pollfd readable{.fd = signals->descriptor(), .events = POLLIN, .revents = 0};
  EXPECT_EQ(::poll(&readable, 1, 0), 0);
  ::raise(SIGPIPE);
  ::raise(SIGTERM);
  EXPECT_EQ(::poll(&readable, 1, 0), 1);
  EXPECT_EQ(signals->wait().value(), SIGTERM);
  ::raise(SIGINT);
  EXPECT_EQ(signals->wait().value(), SIGINT);
  EXPECT_EQ(::poll(&readable, 1, 0), 0);
  ::signal(SIGPIPE, SIG_DFL);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST(DescriptorLimit, IsRaisedToTheHardLimit) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit low = before;
  low.rlim_cur = 64;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &low), 0);
  EXPECT_EQ(raise_descriptor_limit().value(), before.rlim_max);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
}

}  // namespace
}  // namespace strait::sys
