// Core: what the server says is to come later.
#include <gtest/gtest.h>

#include "rpc/client/core.h"
#include "rpc/client/scripted_peer.h"
#include "rpc/client/test_calls.h"

namespace strait::rpc {
namespace {

using std::chrono::seconds;
using wire::Durability;

const Error kLater{ErrorKind::exhausted, Retry::later, 0, "the server is short of memory"};

std::vector<std::byte> bytes(std::size_t size) { return std::vector<std::byte>(size); }

struct Nothing {
  static void describe(auto&, auto&) {}
};

class LaterTest : public testing::Test {
 protected:
  static CoreOptions options() {
    CoreOptions out;
    out.timeout = seconds(60);
    out.server = "host:7420";
    return out;
  }
  template <class T, class... Args>
  std::shared_ptr<T> issue(Args&&... args) {
    auto call = std::make_shared<T>(std::forward<Args>(args)...);
    core.submit(call, clock.now());
    peer.exchange();
    return call;
  }
  // Lets the time come when the core wants to be asked again.
  void pass() {
    clock.advance(core.next_deadline() - clock.now());
    core.tick(clock.now());
    peer.exchange();
  }

  ManualClock clock;
  SeededRandom random{1};
  SilentLog log;
  Core core{options(), random, log};
  ScriptedPeer peer{core, clock};
};

TEST_F(LaterTest, ComesAgainAfterAPauseInItsOldPlace) {
  peer.connect();
  const auto first = issue<TestWrite>(1, 0, bytes(100));
  const auto behind = issue<TestWrite>(1, 50, bytes(100));
  peer.refuse(0, kLater);
  EXPECT_TRUE(peer.requests.empty());
  const auto other = issue<TestWrite>(2, 0, bytes(10));
  ASSERT_EQ(peer.requests.size(), 1U) << "what has nothing to do with it goes on";
  peer.answer_write(0, Durability::written);
  EXPECT_TRUE(other->ok());

  const Instant refused = clock.now();
  pass();
  EXPECT_GE(clock.now() - refused, kBackoffFirst / 2);
  EXPECT_LE(clock.now() - refused, kBackoffFirst);
  ASSERT_EQ(peer.requests.size(), 1U) << "nor has its follower gone first";
  EXPECT_EQ(peer.args<wire::WriteArgs>(0).sequence, 1U);
  peer.answer_write(0, Durability::written);
  EXPECT_TRUE(first->ok());
  ASSERT_EQ(peer.requests.size(), 1U);
  peer.answer_write(0, Durability::written);
  EXPECT_TRUE(behind->ok());
}

TEST_F(LaterTest, KeepsItsReplayNumber) {
  peer.connect();
  const auto once = issue<TestOnce>();
  const auto next = issue<TestOnce>();
  peer.refuse(0, kLater);
  peer.answer(0, peer.head({}), Nothing{});
  EXPECT_TRUE(next->ok());
  pass();
  ASSERT_EQ(peer.requests.size(), 1U);
  const auto replay = peer.args<wire::RemoveArgs>(0).replay;
  EXPECT_EQ(replay.number, 1U);
  EXPECT_EQ(replay.answered_up_to, 0U) << "it has no answer yet, whatever the one after it has";
  peer.answer(0, peer.head({}), Nothing{});
  EXPECT_TRUE(once->ok());
}

TEST_F(LaterTest, WaitsLongerEachTimeAndInTheEndIsRefused) {
  peer.connect();
  const Instant begun = clock.now();
  const auto call = issue<TestRead>(1, 0, 10);
  Duration longest{};
  int asked = 0;
  while (!peer.requests.empty()) {
    ++asked;
    peer.refuse(0, kLater);
    if (call->ends != 0) break;
    const Instant refused = clock.now();
    pass();
    longest = std::max(longest, clock.now() - refused);
  }
  EXPECT_EQ(call->ends, 1);
  EXPECT_EQ(call->failure->kind, ErrorKind::exhausted)
      << "what the server says, not that it is slow";
  EXPECT_GE(clock.now() - begun, options().timeout);
  EXPECT_LE(clock.now() - begun, options().timeout + kBackoffMax);
  EXPECT_GT(longest, kBackoffMax / 2);
  EXPECT_LE(longest, kBackoffMax);
  EXPECT_LT(asked, 70);
  EXPECT_TRUE(core.idle());
}

TEST_F(LaterTest, GoesOutAtOnceOnANewConnection) {
  peer.connect();
  const auto call = issue<TestRead>(1, 0, 10);
  peer.refuse(0, kLater);
  peer.cut();
  core.tick(clock.now());
  EXPECT_EQ(core.next_deadline(), clock.now() + options().timeout)
      << "a connect attempt is not cut short by the pause";
  peer.connect();
  ASSERT_EQ(peer.requests.size(), 1U);
  peer.answer(0, peer.head({}), wire::ReadResults{.count = 10}, bytes(10));
  EXPECT_TRUE(call->ok());
}

TEST_F(LaterTest, PatienceBeginsAnewForWhatTheServerHasLost) {
  peer.connect();
  const auto write = issue<TestWrite>(1, 0, bytes(10), Durability::received);
  peer.refuse(0, kLater);
  pass();
  peer.answer_write(0, Durability::received);
  EXPECT_TRUE(write->ok());
  clock.advance(2 * options().timeout);
  peer.cut();
  ++peer.process_verifier;
  const auto commit = issue<TestCommit>(1, Durability::written);
  peer.connect();
  ASSERT_EQ(peer.requests.size(), 1U);
  peer.refuse(0, kLater);
  for (int looks = 0; peer.requests.empty() && looks < 3; ++looks) pass();  // at other times, too
  ASSERT_EQ(peer.requests.size(), 1U) << "it is not given up at the first refusal";
  ASSERT_EQ(peer.requests[0].header.operation, wire::Operation::write);
  peer.answer_write(0, Durability::written, 1);
  ASSERT_EQ(peer.requests.size(), 1U);
  peer.answer(0, peer.head({}, 1), Nothing{});
  EXPECT_TRUE(commit->ok());
}

TEST_F(LaterTest, CanBeCancelledMeanwhile) {
  peer.connect();
  const auto paused = issue<TestWrite>(1, 0, bytes(10));
  const auto sent = issue<TestWrite>(2, 0, bytes(10));
  peer.refuse(0, kLater);
  core.cancel(*paused, clock.now());
  core.cancel(*sent, clock.now());
  ASSERT_EQ(paused->ends, 1);
  EXPECT_EQ(paused->failure->kind, ErrorKind::cancelled);
  peer.refuse(0, kLater);
  ASSERT_EQ(sent->ends, 1);
  EXPECT_EQ(sent->failure->kind, ErrorKind::cancelled);
  EXPECT_TRUE(core.idle());
}

}  // namespace
}  // namespace strait::rpc
