// The transports under the contract suite, and its helpers.
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>

#include "transport/loopback/network.h"
#include "transport/tcp/transport.h"
#include "transport/transport_contract.h"
#include "transport/unix/transport.h"

namespace strait::transport::contract {
namespace {

class TcpSite final : public Site {
 public:
  explicit TcpSite(Reactor& reactor) : transport_(&reactor) {}
  Transport& transport() override { return transport_; }
  std::string free_address() override { return "127.0.0.1:0"; }
  std::string empty_address() override {
    const auto listener = transport_.listen(free_address());
    return (*listener)->address();
  }

 private:
  TcpTransport transport_;
};

class UnixSite final : public Site {
 public:
  explicit UnixSite(Reactor& reactor) : transport_(&reactor) {}
  Transport& transport() override { return transport_; }
  std::string free_address() override {
    static std::atomic<int> made = 0;
    return fmt::format("unix:{}/strait-{}-{}", ::testing::TempDir(), ::getpid(), made++);
  }
  std::string empty_address() override { return free_address(); }

 private:
  UnixTransport transport_;
};

class LoopbackSite final : public Site {
 public:
  explicit LoopbackSite(Reactor& reactor) : network_(reactor, clock(), random_) {}
  Transport& transport() override { return network_; }
  std::string free_address() override { return fmt::format("harbour-{}", made_++); }
  std::string empty_address() override { return free_address(); }

 private:
  // Connections that callbacks hold live as long as the reactor, longer than the site.
  static const Clock& clock() {
    static const SteadyClock steady;
    return steady;
  }

  SeededRandom random_{1};
  int made_ = 0;
  loopback::Network network_;
};

template <class T>
Kind kind(std::string name) {
  return {std::move(name), [](Reactor& reactor) { return std::make_unique<T>(reactor); }};
}

}  // namespace

std::vector<Kind> kinds() {
  return {kind<TcpSite>("tcp"), kind<UnixSite>("unix_socket"), kind<LoopbackSite>("loopback")};
}

Instant soon() { return SteadyClock().now() + std::chrono::seconds(60); }

Listener::Accepted Guests::door() {
  return [this](std::unique_ptr<Connection> guest) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(guest));
    came_.notify_all();
  };
}

std::unique_ptr<Connection> Guests::next() {
  std::unique_lock lock(mutex_);
  if (!came_.wait_until(lock, soon(), [&] { return !waiting_.empty(); })) return nullptr;
  auto first = std::move(waiting_.front());
  waiting_.erase(waiting_.begin());
  return first;
}

void TransportContract::SetUp() {
  // Thousands of connections need more descriptors than many a shell allows at first.
  rlimit descriptors{};
  ::getrlimit(RLIMIT_NOFILE, &descriptors);
  descriptors.rlim_cur = descriptors.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &descriptors);
  auto reactor = Reactor::create({.threads = 2});
  ASSERT_TRUE(reactor);
  reactor_ = std::move(*reactor);
  ASSERT_TRUE(reactor_->start());
  site_ = GetParam().make(*reactor_);
  auto listener = site_->transport().listen(site_->free_address());
  ASSERT_TRUE(listener) << listener.error().what;
  listener_ = std::move(*listener);
  listener_->start(guests_.door());
}

void TransportContract::TearDown() {
  listener_.reset();
  reactor_->stop();
}

Pair TransportContract::connect() {
  auto near = site_->transport().connect(listener_->address(), soon());
  if (!near) {
    ADD_FAILURE() << near.error().what;
    return {};
  }
  auto far = guests_.next();
  EXPECT_TRUE(far);
  return {std::move(*near), std::move(far)};
}

void send_all(Connection& connection, ConstBytes bytes) {
  while (!bytes.empty()) {
    const auto sent = connection.send({&bytes, 1});
    if (sent) {
      ASSERT_GT(*sent, 0U);
      bytes = bytes.subspan(*sent);
      continue;
    }
    ASSERT_EQ(sent.error().kind, ErrorKind::would_block) << sent.error().what;
    ASSERT_TRUE(connection.wait({.writable = true}, soon()));
  }
}

std::vector<std::byte> receive_exactly(Connection& connection, std::size_t count) {
  std::vector<std::byte> bytes(count);
  MutableBytes space(bytes);
  while (!space.empty()) {
    const auto received = connection.receive({&space, 1});
    if (received) {
      space = space.subspan(*received);
      continue;
    }
    EXPECT_EQ(received.error().kind, ErrorKind::would_block) << received.error().what;
    const auto ready = connection.wait({.readable = true}, soon());
    EXPECT_TRUE(ready);
    if (received.error().kind != ErrorKind::would_block || !ready) return {};
  }
  return bytes;
}

ErrorKind receive_to_the_end(Connection& connection) {
  std::vector<std::byte> bytes(4096);
  const MutableBytes space(bytes);
  for (;;) {
    const auto received = connection.receive({&space, 1});
    if (received) continue;
    if (received.error().kind != ErrorKind::would_block) return received.error().kind;
    const auto ready = connection.wait({.readable = true}, soon());
    EXPECT_TRUE(ready);
    if (!ready) return ready.error().kind;
  }
}

std::size_t fill(Connection& connection) {
  const std::vector<std::byte> bytes(65536);
  const ConstBytes piece(bytes);
  std::size_t total = 0;
  for (;;) {
    const auto sent = connection.send({&piece, 1});
    if (!sent) {
      EXPECT_EQ(sent.error().kind, ErrorKind::would_block);
      return total;
    }
    total += *sent;
  }
}

std::vector<std::byte> noise(std::uint64_t seed, std::size_t count) {
  SeededRandom random(seed);
  std::vector<std::byte> bytes(count);
  for (auto& byte : bytes) byte = static_cast<std::byte>(random.next());
  return bytes;
}

void Tally::add() {
  const std::lock_guard lock(mutex_);
  ++count_;
  changed_.notify_all();
}

bool Tally::reaches(int count) {
  std::unique_lock lock(mutex_);
  return changed_.wait_until(lock, soon(), [&] { return count_ >= count; });
}

int Tally::count() {
  const std::lock_guard lock(mutex_);
  return count_;
}

}  // namespace strait::transport::contract
