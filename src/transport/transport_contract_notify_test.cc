// The contract's words on notifications.
#include <atomic>
#include <thread>

#include "transport/transport_contract.h"

namespace strait::transport::contract {
namespace {

// After this, whatever the executor had to do has been done: the second post runs behind the first.
void settle(Executor& executor) {
  for (int i = 0; i < 20; ++i) {
    Tally done;
    executor.post([&] { done.add(); });
    ASSERT_TRUE(done.reaches(1));
  }
}

TEST_P(TransportContract, ANotificationComesOnceForEachTimeAskedFor) {
  const Pair pair = connect();
  Tally calls;
  pair.far->notify_readable([&] { calls.add(); });
  settle(*reactor_);
  EXPECT_EQ(calls.count(), 0);

  send_all(*pair.near, bytes_of("ab"));
  ASSERT_TRUE(calls.reaches(1));
  send_all(*pair.near, bytes_of("cd"));
  settle(*reactor_);
  EXPECT_EQ(calls.count(), 1);

  // Nothing was read: what is there already counts.
  pair.far->notify_readable([&] { calls.add(); });
  ASSERT_TRUE(calls.reaches(2));
  EXPECT_EQ(text_of(receive_exactly(*pair.far, 4)), "abcd");
}

TEST_P(TransportContract, ANotificationRunsOnTheExecutorNeverWithinTheCall) {
  const Pair pair = connect();
  Tally calls;
  std::atomic<std::thread::id> ran_on;
  pair.near->notify_writable([&] {
    ran_on = std::this_thread::get_id();
    calls.add();
  });
  ASSERT_TRUE(calls.reaches(1));
  EXPECT_NE(ran_on.load(), std::this_thread::get_id());
}

TEST_P(TransportContract, BothNotificationsMayBePendingAtOnce) {
  const Pair pair = connect();
  const std::size_t went = fill(*pair.near);
  Tally readable;
  Tally writable;
  pair.near->notify_readable([&] { readable.add(); });
  pair.near->notify_writable([&] { writable.add(); });
  settle(*reactor_);
  EXPECT_EQ(readable.count() + writable.count(), 0);

  send_all(*pair.far, bytes_of("x"));
  ASSERT_TRUE(readable.reaches(1));
  EXPECT_EQ(writable.count(), 0);
  receive_exactly(*pair.far, went);
  ASSERT_TRUE(writable.reaches(1));
}

TEST_P(TransportContract, ShutdownReleasesNotificationsPendingAndLater) {
  const Pair pair = connect();
  fill(*pair.near);
  Tally calls;
  pair.near->notify_readable([&] { calls.add(); });
  pair.near->notify_writable([&] { calls.add(); });
  std::thread closer([&] { pair.near->shutdown(); });
  EXPECT_TRUE(calls.reaches(2));
  closer.join();
  pair.near->notify_readable([&] { calls.add(); });
  pair.near->notify_writable([&] { calls.add(); });
  EXPECT_TRUE(calls.reaches(4));
}

TEST_P(TransportContract, TheEndOfThePeerReleasesNotifications) {
  Pair pair = connect();
  Tally calls;
  pair.far->notify_readable([&] { calls.add(); });
  pair.near.reset();
  EXPECT_TRUE(calls.reaches(1));
  EXPECT_EQ(receive_to_the_end(*pair.far), ErrorKind::end_of_stream);
}

TEST_P(TransportContract, ADestroyedConnectionDropsItsNotification) {
  Pair pair = connect();
  auto token = std::make_shared<int>(0);
  Tally calls;
  pair.far->notify_readable([token, &calls] { calls.add(); });
  pair.far.reset();
  settle(*reactor_);
  EXPECT_EQ(calls.count(), 0);
  EXPECT_EQ(token.use_count(), 1);
}

// A server in miniature: whatever comes back goes out again.
class Echo : public std::enable_shared_from_this<Echo> {
 public:
  explicit Echo(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}

  void await() {
    connection_->notify_readable([self = shared_from_this()] { self->serve(); });
  }

 private:
  void serve() {
    const MutableBytes space(buffer_);
    const auto received = connection_->receive({&space, 1});
    if (!received) {
      if (received.error().kind == ErrorKind::would_block) await();
      return;  // the last reference goes, and the connection with it
    }
    send_all(*connection_, space.first(*received));
    await();
  }

  std::unique_ptr<Connection> connection_;
  std::vector<std::byte> buffer_ = std::vector<std::byte>(4096);
};

TEST_P(TransportContract, ManyConnectionsAreServedByTwoThreads) {
  auto server = site_->transport().listen(site_->free_address());
  ASSERT_TRUE(server);
  (*server)->start(
      [](std::unique_ptr<Connection> guest) { std::make_shared<Echo>(std::move(guest))->await(); });
  constexpr int kClients = 50;
  constexpr int kRounds = 20;
  std::vector<std::unique_ptr<Connection>> clients;
  for (int i = 0; i < kClients; ++i) {
    auto made = site_->transport().connect((*server)->address(), soon());
    ASSERT_TRUE(made);
    clients.push_back(std::move(*made));
  }
  for (int round = 0; round < kRounds; ++round) {
    for (auto& client : clients) send_all(*client, noise(static_cast<std::uint64_t>(round), 100));
    for (auto& client : clients) {
      EXPECT_EQ(receive_exactly(*client, 100), noise(static_cast<std::uint64_t>(round), 100));
    }
  }
}

}  // namespace
}  // namespace strait::transport::contract
