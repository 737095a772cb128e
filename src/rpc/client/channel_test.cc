#include "rpc/client/channel.h"

#include <gtest/gtest.h>

#include <atomic>

#include "rpc/client/test_calls.h"
#include "rpc/client/threaded_peer.h"

namespace strait::rpc {
namespace {

constexpr Duration kShort = std::chrono::milliseconds(250);

std::vector<std::byte> bytes(std::size_t size, std::size_t value) {
  return std::vector<std::byte>(size, static_cast<std::byte>(value));
}

class ChannelTest : public testing::Test {
 protected:
  std::unique_ptr<Channel> channel(Duration timeout = std::chrono::seconds(60)) {
    CoreOptions options;
    options.timeout = timeout;
    options.server = "host:7420";
    return std::make_unique<Channel>(peer.connector(), options, std::make_unique<SeededRandom>(1),
                                     log);
  }
  // A blocking call, as client/ makes it.
  template <class T, class... Args>
  static std::shared_ptr<T> ask(Channel& of, Args&&... args) {
    auto call = std::make_shared<T>(std::forward<Args>(args)...);
    of.submit(call);
    of.wait([&] { return call->ends != 0; });
    return call;
  }
  // Runs `work` on that many threads at a time.
  template <class Work>
  static void at_once(unsigned count, Work work) {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < count; ++i) threads.emplace_back(work, i);
    for (std::thread& thread : threads) thread.join();
  }

  SilentLog log;
  ThreadedPeer peer;
};

// A host that does not answer takes ten seconds an attempt; who ends must not wait for that.
TEST_F(ChannelTest, ShuttingDownEndsAnAttemptToConnect) {
  std::atomic<bool> trying{false};
  const Channel::Connect hopeless =
      [&](Instant,
          const std::atomic<bool>& stop) -> Result<std::unique_ptr<transport::Connection>> {
    trying = true;
    trying.notify_all();
    while (!stop) std::this_thread::yield();
    return error(ErrorKind::timed_out, "no answer in time");
  };
  Channel stuck(hopeless, {}, std::make_unique<SeededRandom>(1), log);
  const auto call = std::make_shared<TestRead>(1, 0, 10U);
  stuck.submit(call);
  stuck.drive_in_background();
  trying.wait(false);
  stuck.shut_down();
  ASSERT_TRUE(call->failure);
  EXPECT_EQ(call->failure->kind, ErrorKind::cancelled);
}

// What comes after a while, into memory that is of no use any more once the channel has shut down.
class LateConnection final : public transport::Connection {
 public:
  LateConnection(std::unique_ptr<transport::Connection> inner, std::atomic<bool>& entered,
                 std::atomic<bool>& over)
      : inner_(std::move(inner)), entered_(entered), over_(over) {}
  Result<std::size_t> send(std::span<const ConstBytes> buffers) override {
    return inner_->send(buffers);
  }
  Result<std::size_t> receive(std::span<const MutableBytes> buffers) override {
    return inner_->receive(buffers);
  }
  Result<std::size_t> receive_soon(std::span<const MutableBytes> buffers) override {
    entered_ = true;
    entered_.notify_all();
    const Instant until = SteadyClock().now() + std::chrono::milliseconds(50);
    while (!over_ && SteadyClock().now() < until) std::this_thread::yield();
    EXPECT_FALSE(over_) << "the memory is still used";
    return inner_->receive(buffers);
  }
  Result<transport::Interest> wait(transport::Interest interest, Instant deadline) override {
    return inner_->wait(interest, deadline);
  }
  void wake() noexcept override { inner_->wake(); }
  void notify_readable(std::function<void()> ready) override {
    inner_->notify_readable(std::move(ready));
  }
  void notify_writable(std::function<void()> ready) override {
    inner_->notify_writable(std::move(ready));
  }
  void shutdown() noexcept override { inner_->shutdown(); }
  std::string describe() const override { return inner_->describe(); }
  bool may_damage() const noexcept override { return inner_->may_damage(); }

 private:
  const std::unique_ptr<transport::Connection> inner_;
  std::atomic<bool>& entered_;
  std::atomic<bool>& over_;
};

TEST_F(ChannelTest, ShuttingDownWaitsForAReceiveThatIsUnderWay) {
  std::atomic<bool> entered{false};
  std::atomic<bool> over{false};
  const Channel::Connect late =
      [&, connect = peer.connector()](
          Instant deadline,
          const std::atomic<bool>& stop) -> Result<std::unique_ptr<transport::Connection>> {
    STRAIT_ASSIGN(auto inner, connect(deadline, stop));
    return std::make_unique<LateConnection>(std::move(inner), entered, over);
  };
  Channel shared(late, {}, std::make_unique<SeededRandom>(1), log);
  ASSERT_TRUE(ask<TestRead>(shared, 1, 0, 10U)->ok());
  peer.hold_reads();
  std::thread leader([&] { ask<TestRead>(shared, 1, 0, 10U); });
  entered.wait(false);
  shared.shut_down();
  over = true;
  leader.join();
}

// Whoever submits finds the socket full, and has to tell the leader, who waits for a reply only.
TEST_F(ChannelTest, TheLeaderSendsWhatAnotherCouldNotSendWhole) {
  const auto shared = channel();
  peer.hold_reads();
  std::thread leader([&] { ask<TestRead>(*shared, 1, 0, 10U); });
  peer.wait_for_held_read();
  EXPECT_TRUE(ask<TestWrite>(*shared, 2, 0, bytes(16 << 20, 7))->ok());
  shared->shut_down();
  leader.join();
}

TEST_F(ChannelTest, ManyThreadsShareAConnection) {
  const auto shared = channel();
  at_once(8, [&](unsigned thread) {
    for (unsigned round = 0; round < 30; ++round) {
      const std::uint64_t at = (thread * 30 + round) * 100;
      EXPECT_TRUE(ask<TestWrite>(*shared, 1, at, bytes(100, thread + 1))->ok());
      const auto read = ask<TestRead>(*shared, 1, at, 100U);
      EXPECT_TRUE(read->ok());
      EXPECT_EQ(read->data, bytes(100, thread + 1));
    }
  });
  EXPECT_EQ(shared->counters().connections, 1U);
}

TEST_F(ChannelTest, GoesOnWithAServerThatIsKilledAndStartedAgain) {
  const auto shared = channel();
  at_once(4, [&](unsigned thread) {
    for (unsigned round = 0; round < 40; ++round) {
      // One of the callers is also the one who kills, so that a kill falls into the middle of every
      // run.
      if (thread == 0 && round % 8 == 4) {
        peer.stop();
        peer.start();
      }
      const std::uint64_t at = (thread * 40 + round) * 1000;
      EXPECT_TRUE(ask<TestWrite>(*shared, 1, at, bytes(1000, thread + 1))->ok());
    }
  });
  std::vector<std::byte> expected;
  for (unsigned thread = 0; thread < 4; ++thread)
    expected.insert(expected.end(), 40000, std::byte(thread + 1));
  EXPECT_EQ(peer.contents(), expected);
  EXPECT_GE(shared->counters().reconnects, 1U);
}

TEST_F(ChannelTest, ASilentServerEndsEveryCallInTime) {
  const auto shared = channel(kShort);
  EXPECT_TRUE(ask<TestRead>(*shared, 1, 0, 10U)->ok());
  peer.fall_silent(false);
  const Instant begun = SteadyClock().now();
  at_once(4, [&](unsigned thread) {
    const auto read = ask<TestRead>(*shared, 1, thread * 10, 10U);
    ASSERT_TRUE(read->failure);
    EXPECT_EQ(read->failure->kind, ErrorKind::timed_out);
    EXPECT_NE(read->failure->what.find("host:7420"), std::string::npos);
    EXPECT_NE(read->failure->what.find("does not answer"), std::string::npos);
  });
  EXPECT_GE(SteadyClock().now() - begun, kShort);
  EXPECT_LT(SteadyClock().now() - begun, std::chrono::seconds(20));
  peer.speak_again();
  EXPECT_TRUE(ask<TestRead>(*shared, 1, 0, 10U)->ok());
}

TEST_F(ChannelTest, AServerThatDoesNotGreetIsLeftAndTriedAgain) {
  const auto shared = channel(kShort);
  peer.fall_silent(true);
  EXPECT_TRUE(ask<TestRead>(*shared, 1, 0, 10U)->failure);
  peer.speak_again();
  EXPECT_TRUE(ask<TestRead>(*shared, 1, 0, 10U)->ok());
  EXPECT_EQ(shared->counters().connections, 2U);
}

TEST_F(ChannelTest, AServerThatStaysAwayEndsEveryCallInTime) {
  const auto shared = channel(kShort);
  EXPECT_TRUE(ask<TestRead>(*shared, 1, 0, 10U)->ok());
  peer.stop();
  at_once(3, [&](unsigned) {
    const auto read = ask<TestRead>(*shared, 1, 0, 10U);
    ASSERT_TRUE(read->failure);
    EXPECT_EQ(read->failure->kind, ErrorKind::timed_out);
  });
  peer.start();
  EXPECT_TRUE(ask<TestRead>(*shared, 1, 0, 10U)->ok());
}

TEST_F(ChannelTest, TheIoThreadMovesWhatNobodyWaitsFor) {
  const auto shared = channel();
  std::vector<std::shared_ptr<TestWrite>> calls;
  for (unsigned i = 0; i < 50; ++i) {
    calls.push_back(std::make_shared<TestWrite>(1, i * 10U, bytes(10, i)));
    shared->submit(calls.back());
    shared->drive_in_background();
  }
  // Others lead and follow at the same time.
  at_once(2,
          [&](unsigned thread) { EXPECT_TRUE(ask<TestRead>(*shared, 2, thread * 10, 10U)->ok()); });
  shared->wait([&] {
    return std::all_of(calls.begin(), calls.end(), [](const auto& call) { return call->ends; });
  });
  for (const auto& call : calls) EXPECT_TRUE(call->ok());
}

TEST_F(ChannelTest, TestingAloneGetsThere) {
  const auto shared = channel();
  const auto read = std::make_shared<TestRead>(1, 0, 10U);
  shared->submit(read);
  while (!shared->test([&] { return read->ends != 0; })) std::this_thread::yield();
  EXPECT_TRUE(read->ok());
}

TEST_F(ChannelTest, ShuttingDownEndsWhoWaits) {
  const auto shared = channel();
  EXPECT_TRUE(ask<TestRead>(*shared, 1, 0, 10U)->ok());
  peer.fall_silent(false);
  const auto in_background = std::make_shared<TestRead>(1, 500, 10U);
  shared->submit(in_background);
  shared->drive_in_background();
  std::atomic<int> asked = 0;
  std::thread end([&] {
    while (asked < 3) std::this_thread::yield();
    shared->shut_down();
  });
  at_once(3, [&](unsigned thread) {
    auto call = std::make_shared<TestRead>(1, thread * 10, 10U);
    shared->submit(call);
    ++asked;
    shared->wait([&] { return call->ends != 0; });
    ASSERT_TRUE(call->failure);
    EXPECT_EQ(call->failure->kind, ErrorKind::cancelled);
  });
  end.join();
  EXPECT_TRUE(in_background->failure);
  EXPECT_TRUE(ask<TestRead>(*shared, 1, 0, 10U)->failure);  // and whoever comes later
}

TEST_F(ChannelTest, CancelsWhatWaitsForAServerThatIsDown) {
  const auto shared = channel();
  EXPECT_TRUE(ask<TestRead>(*shared, 1, 0, 10U)->ok());
  peer.stop();
  const auto read = std::make_shared<TestRead>(1, 0, 10U);
  shared->submit(read);
  std::thread other([&] { shared->cancel(*read); });
  shared->wait([&] { return read->ends != 0; });
  other.join();
  ASSERT_TRUE(read->failure);
  EXPECT_EQ(read->failure->kind, ErrorKind::cancelled);
}

// What its arguments forbid to send.
class Unsendable final : public TestCall {
 public:
  Unsendable(std::uint64_t begin, std::uint64_t end)
      : TestCall({.operation = wire::Operation::read,
                  .footprint = Footprint::range(handle_named(1), begin, end, false)}) {}
  Result<std::vector<std::byte>> encode(const SendContext&) override {
    return error(ErrorKind::invalid_argument, "cannot be said");
  }
  Result<Verdict> replied(const wire::ReplyHead&, wire::XdrDecoder&, std::uint64_t) override {
    return Verdict::done;
  }
};

TEST_F(ChannelTest, ACallThatCannotBeSentEndsAlone) {
  const auto shared = channel();
  const auto call = ask<Unsendable>(*shared, 0U, 10U);
  ASSERT_TRUE(call->failure);
  EXPECT_EQ(call->failure->kind, ErrorKind::invalid_argument);
  EXPECT_TRUE(ask<TestRead>(*shared, 1, 0, 10U)->ok());
}

}  // namespace
}  // namespace strait::rpc
