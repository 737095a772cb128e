#include "rpc/client/core.h"

#include <gtest/gtest.h>

#include "rpc/client/scripted_peer.h"
#include "rpc/client/test_calls.h"

namespace strait::rpc {
namespace {

using wire::Durability;
using wire::Operation;

std::vector<std::byte> bytes(std::size_t size, int value = 1) {
  return std::vector<std::byte>(size, static_cast<std::byte>(value));
}

struct Nothing {
  static void describe(auto&, auto&) {}
};

class CoreTest : public testing::Test {
 protected:
  CoreOptions options() {
    CoreOptions out;
    out.timeout = std::chrono::seconds(60);
    out.server = "host:7420";
    return out;
  }
  template <class T, class... Args>
  std::shared_ptr<T> issue(Args&&... args) {
    auto call = std::make_shared<T>(std::forward<Args>(args)...);
    core.submit(call, clock.now());
    return call;
  }
  void pass(int seconds) { clock.advance(std::chrono::seconds(seconds)); }

  ManualClock clock;
  SeededRandom random{1};
  SilentLog log;
  Core core{options(), random, log};
  ScriptedPeer peer{core, clock};
};

TEST_F(CoreTest, WantsAConnectionOnlyOnceThereIsACall) {
  EXPECT_EQ(core.connect_at(), kNever);
  issue<TestRead>(1, 0, 10);
  EXPECT_LE(core.connect_at(), clock.now());
}

TEST_F(CoreTest, ReadsAndWrites) {
  const auto write = issue<TestWrite>(1, 0, bytes(100));
  peer.connect();
  ASSERT_EQ(peer.requests.size(), 1U);
  EXPECT_EQ(peer.requests[0].payload, bytes(100));
  EXPECT_EQ(peer.args<wire::WriteArgs>(0).sequence, 1U);
  peer.answer_write(0, Durability::written);
  EXPECT_TRUE(write->ok());

  const auto read = issue<TestRead>(1, 0, 100);
  peer.exchange();
  peer.answer_part(0, bytes(60, 7));
  peer.answer(0, peer.head({}), wire::ReadResults{.count = 100}, bytes(40, 8));
  EXPECT_TRUE(read->ok());
  EXPECT_EQ(read->count, 100U);
  EXPECT_EQ(read->data[59], std::byte{7});
  EXPECT_EQ(read->data[60], std::byte{8});
  EXPECT_TRUE(core.idle());
}

TEST_F(CoreTest, KnowsThatOneAnswerIsAllThatIsDue) {
  peer.connect();
  EXPECT_FALSE(core.awaits_one());
  issue<TestRead>(1, 0, 100);
  EXPECT_FALSE(core.awaits_one()) << "it has not been sent";
  peer.exchange();
  EXPECT_TRUE(core.awaits_one());
  peer.send_raw(bytes(1));
  EXPECT_FALSE(core.awaits_one()) << "something has come";
}

TEST_F(CoreTest, KnowsThatSeveralAnswersAreDue) {
  peer.connect();
  issue<TestRead>(1, 0, 100);
  issue<TestRead>(1, 200, 100);
  peer.exchange();
  EXPECT_FALSE(core.awaits_one());
  peer.answer(0, peer.head({}), wire::ReadResults{.count = 100}, bytes(100));
  EXPECT_TRUE(core.awaits_one());
}

TEST_F(CoreTest, KeepsRequestsThatConflictApart) {
  peer.connect();
  const auto first = issue<TestWrite>(1, 0, bytes(100));
  const auto over = issue<TestWrite>(1, 50, bytes(100));
  const auto behind = issue<TestRead>(1, 120, 10);  // conflicts with `over`, which waits
  const auto other_place = issue<TestWrite>(1, 200, bytes(10));
  const auto other_file = issue<TestWrite>(2, 0, bytes(10));
  peer.exchange();
  ASSERT_EQ(peer.requests.size(), 3U);  // first, other_place, other_file
  peer.answer_write(0, Durability::written);
  EXPECT_EQ(peer.requests.size(), 3U);  // `over` has joined
  EXPECT_EQ(over->encodings, 1);
  EXPECT_EQ(behind->encodings, 0);
  peer.answer_write(2, Durability::written);
  EXPECT_EQ(behind->encodings, 1);
}

TEST_F(CoreTest, LetsReadersShare) {
  peer.connect();
  issue<TestRead>(1, 0, 100);
  issue<TestRead>(1, 50, 100);
  peer.exchange();
  EXPECT_EQ(peer.requests.size(), 2U);
}

TEST_F(CoreTest, KeepsWithinTheWindow) {
  CoreOptions narrow = options();
  narrow.window_requests = 4;
  narrow.window_bytes = 1000;
  Core small(narrow, random, log);
  ScriptedPeer far(small, clock);
  far.connect();
  for (unsigned i = 0; i < 8; ++i) {
    small.submit(std::make_shared<TestWrite>(1, i * 10U, bytes(10)), clock.now());
  }
  far.exchange();
  EXPECT_EQ(far.requests.size(), 4U);
  while (!far.requests.empty()) far.answer_write(0, Durability::written);
  EXPECT_TRUE(small.idle());

  small.submit(std::make_shared<TestWrite>(1, 0, bytes(5000)),
               clock.now());  // larger than the window: alone
  small.submit(std::make_shared<TestWrite>(2, 0, bytes(600)), clock.now());
  small.submit(std::make_shared<TestWrite>(3, 0, bytes(600)), clock.now());
  for (int i = 0; i < 3; ++i) {
    far.exchange();
    ASSERT_EQ(far.requests.size(), 1U);
    far.answer_write(0, Durability::written);
  }
  EXPECT_TRUE(small.idle());
}

TEST_F(CoreTest, RepeatsWhatIsUnansweredInOrderOnTheNextConnection) {
  peer.connect();
  const auto write = issue<TestWrite>(1, 0, bytes(10, 1));
  const auto once = issue<TestOnce>();
  const auto later = issue<TestWrite>(1, 5, bytes(10, 2));
  peer.exchange();
  ASSERT_EQ(peer.requests.size(), 2U);
  const std::uint64_t replay = once->context.replay_number;
  peer.cut();
  EXPECT_LE(core.connect_at(), clock.now());  // the first attempt is at once
  peer.connect();
  ASSERT_EQ(peer.requests.size(), 2U);
  EXPECT_EQ(peer.requests[0].header.operation, Operation::write);
  EXPECT_EQ(peer.args<wire::WriteArgs>(0).sequence, 1U);
  EXPECT_EQ(peer.args<wire::RemoveArgs>(1).replay.number, replay);
  EXPECT_EQ(peer.epochs, (std::vector<std::uint64_t>{1, 2}));
  peer.answer_write(0, Durability::written);
  peer.answer(0, peer.head({}), Nothing{});
  peer.answer_write(0, Durability::written);
  EXPECT_TRUE(write->ok());
  EXPECT_TRUE(once->ok());
  EXPECT_TRUE(later->ok());
}

TEST_F(CoreTest, TellsTheServerWhichAnswersItMayForget) {
  peer.connect();
  const auto first = issue<TestOnce>();
  const auto second = issue<TestOnce>();
  peer.exchange();
  EXPECT_EQ(second->context.answered_up_to, 0U);
  peer.answer(1, peer.head({}), Nothing{});
  const auto third = issue<TestOnce>();
  peer.exchange();
  EXPECT_EQ(third->context.answered_up_to, 0U);  // the first is still open
  peer.answer(0, peer.head({}), Nothing{});
  const auto fourth = issue<TestOnce>();
  peer.exchange();
  EXPECT_EQ(fourth->context.answered_up_to, second->context.replay_number);
}

TEST_F(CoreTest, BacksOffBetweenAttempts) {
  issue<TestRead>(1, 0, 10);
  Duration last{};
  for (int i = 0; i < 12; ++i) {
    core.connect_failed(error(ErrorKind::unavailable, "refused"), clock.now());
    last = core.connect_at() - clock.now();
    EXPECT_GT(last, Duration::zero());
    EXPECT_LE(last, kBackoffMax);
  }
  EXPECT_GE(last, kBackoffMax / 2);
}

TEST_F(CoreTest, FailsFastWhereNobodyEverAnswered) {
  const auto fast = issue<TestOnce>(true);
  const auto patient = issue<TestRead>(1, 0, 10);
  const Error refused = error(ErrorKind::unavailable, "connecting to host:7420: refused");
  core.connect_failed(refused, clock.now());
  EXPECT_EQ(fast->ends, 0);  // it may be just starting
  pass(1);
  core.connect_failed(refused, clock.now());
  ASSERT_TRUE(fast->failure);
  EXPECT_EQ(fast->failure->kind, ErrorKind::unavailable);
  EXPECT_EQ(patient->ends, 0);
  peer.connect();
  peer.cut();
  const auto later = issue<TestOnce>(true);
  core.connect_failed(error(ErrorKind::unavailable, "refused"), clock.now());
  EXPECT_EQ(later->ends, 0);  // the server is known to exist: it is starting again
}

TEST_F(CoreTest, GivesUpTogetherWhenTheServerIsGone) {
  peer.connect();
  const auto a = issue<TestWrite>(1, 0, bytes(10));
  const auto b = issue<TestWrite>(1, 0, bytes(10));  // waits for a
  peer.exchange();
  peer.cut();
  pass(59);
  core.tick(clock.now());
  EXPECT_EQ(a->ends + b->ends, 0);
  pass(2);
  EXPECT_LE(core.next_deadline(), clock.now());
  core.tick(clock.now());
  ASSERT_TRUE(a->failure && b->failure);
  EXPECT_EQ(a->failure->kind, ErrorKind::timed_out);
  EXPECT_NE(a->failure->what.find("host:7420"), std::string::npos);
  EXPECT_TRUE(core.idle());
  EXPECT_EQ(core.connect_at(), kNever);
}

TEST_F(CoreTest, EndsTheConnectionOfACallThatRanOutOfTime) {
  peer.connect();
  const auto write = issue<TestWrite>(1, 0, bytes(10));
  peer.exchange();
  pass(61);
  core.tick(clock.now());
  EXPECT_TRUE(write->failure);
  EXPECT_TRUE(core.broken());
}

TEST_F(CoreTest, CountsTimeFromTheLastProgress) {
  peer.connect();
  const auto read = issue<TestRead>(1, 0, 100);
  const auto behind = issue<TestRead>(1, 200, 10);
  peer.exchange();
  for (int i = 0; i < 5; ++i) {
    pass(40);
    peer.answer_part(0, {});  // a sign of life
    core.tick(clock.now());
    EXPECT_EQ(read->ends + behind->ends, 0);
  }
  pass(61);
  core.tick(clock.now());
  EXPECT_TRUE(read->failure);
}

TEST_F(CoreTest, KeepsWhatIsOnlyReceivedUntilItIsWritten) {
  peer.connect();
  const auto write = issue<TestWrite>(1, 0, bytes(10), Durability::received);
  peer.exchange();
  peer.answer_write(0, Durability::received);
  EXPECT_TRUE(write->ok());
  EXPECT_TRUE(core.idle());

  // The server process that had it is gone: it goes out again, before what comes after it.
  peer.cut();
  peer.process_verifier = 2;
  const auto read = issue<TestRead>(1, 0, 10);
  peer.connect();
  ASSERT_EQ(peer.requests.size(), 1U);
  EXPECT_EQ(peer.args<wire::WriteArgs>(0).sequence, 1U);
  peer.answer_write(0, Durability::received);
  EXPECT_EQ(write->ends, 1);
  ASSERT_EQ(peer.requests.size(), 1U);  // the reader follows without waiting for *written*
  peer.answer(0, peer.head({}, 1), wire::ReadResults{.count = 10}, bytes(10));
  EXPECT_TRUE(read->ok());

  // The reply said that it is written: nothing to repeat any more.
  peer.cut();
  peer.process_verifier = 3;
  issue<TestRead>(1, 0, 10);
  peer.connect();
  EXPECT_EQ(write->encodings, 2);
}

TEST_F(CoreTest, WritesOutWhatIsRetainedBeforeSomethingOverwritesIt) {
  peer.connect();
  const auto early = issue<TestWrite>(1, 0, bytes(10), Durability::received);
  peer.exchange();
  peer.answer_write(0, Durability::received);
  const auto late = issue<TestWrite>(1, 5, bytes(10));
  peer.exchange();
  ASSERT_EQ(peer.requests.size(), 1U);
  ASSERT_EQ(peer.requests[0].header.operation, Operation::commit);
  EXPECT_EQ(peer.args<wire::CommitArgs>(0).level, Durability::written);
  EXPECT_EQ(late->encodings, 0);
  peer.answer(0, peer.head({}), Nothing{});
  EXPECT_EQ(late->encodings, 1);
}

TEST_F(CoreTest, RepeatsACommitThatALostServerProcessAnswered) {
  peer.connect();
  const auto write = issue<TestWrite>(1, 0, bytes(10), Durability::received);
  peer.exchange();
  peer.answer_write(0, Durability::received);
  const auto commit = issue<TestCommit>(1, Durability::committed);
  peer.exchange();
  peer.process_verifier = 2;  // a write-back failed
  peer.answer(0, peer.head({}), Nothing{});
  EXPECT_EQ(commit->ends, 0);
  ASSERT_EQ(peer.requests.size(), 1U);
  EXPECT_EQ(peer.requests[0].header.operation, Operation::write);
  peer.answer_write(0, Durability::written);
  ASSERT_EQ(peer.requests.size(), 1U);
  peer.answer(0, peer.head({}), Nothing{});
  EXPECT_TRUE(commit->ok());
}

TEST_F(CoreTest, ReportsAtCommitWhatARestartedHostMayHaveLost) {
  peer.connect();
  issue<TestWrite>(1, 0, bytes(10));
  peer.exchange();
  peer.answer_write(0, Durability::written);
  issue<TestWrite>(2, 0, bytes(10));
  peer.exchange();
  peer.answer_write(0, Durability::written);
  issue<TestCommit>(2, Durability::committed);
  peer.exchange();
  peer.answer(0, peer.head({}), Nothing{});
  EXPECT_TRUE(core.commit_matters(handle_named(1)));
  EXPECT_FALSE(core.commit_matters(handle_named(2)));

  peer.cut();
  peer.host_verifier = 2;
  peer.process_verifier = 2;
  const auto lost = issue<TestCommit>(1, Durability::committed);
  const auto safe = issue<TestCommit>(2, Durability::committed);
  peer.connect();
  ASSERT_TRUE(lost->failure);
  EXPECT_EQ(lost->failure->kind, ErrorKind::io);
  EXPECT_EQ(safe->ends, 0);
  peer.answer(0, peer.head({}), Nothing{});
  EXPECT_TRUE(safe->ok());
  const auto again = issue<TestCommit>(1, Durability::committed);
  peer.exchange();
  peer.answer(0, peer.head({}), Nothing{});
  EXPECT_TRUE(again->ok());  // reported once
}

TEST_F(CoreTest, CancelsWhatHasNotBeenSent) {
  const auto read = issue<TestRead>(1, 0, 10);
  core.cancel(*read, clock.now());
  ASSERT_TRUE(read->failure);
  EXPECT_EQ(read->failure->kind, ErrorKind::cancelled);
}

TEST_F(CoreTest, AsksTheServerToCancelWhatIsInFlight) {
  peer.connect();
  const auto read = issue<TestRead>(1, 0, 10);
  peer.exchange();
  core.cancel(*read, clock.now());
  peer.exchange();
  EXPECT_EQ(read->ends, 0);
  ASSERT_EQ(peer.requests.size(), 2U);
  EXPECT_EQ(peer.requests[1].header.operation, Operation::cancel);
  EXPECT_EQ(peer.args<wire::CancelArgs>(1).request, peer.requests[0].header.request);
  peer.refuse(0, error(ErrorKind::cancelled, "as you wish"));
  EXPECT_TRUE(read->failure);
}

TEST_F(CoreTest, SendsNothingAgainThatWasCancelled) {
  peer.connect();
  const auto read = issue<TestRead>(1, 0, 10);
  const auto wanted = issue<TestRead>(1, 20, 10);
  peer.exchange();
  core.cancel(*read, clock.now());
  EXPECT_EQ(read->ends, 0);  // its memory is in use until the server has answered
  peer.cut();
  ASSERT_TRUE(read->failure);
  EXPECT_EQ(read->failure->kind, ErrorKind::cancelled);
  peer.connect();
  ASSERT_EQ(peer.requests.size(), 1U);
  EXPECT_EQ(read->encodings, 1);
  peer.answer(0, peer.head({}), wire::ReadResults{.count = 10}, bytes(10));
  EXPECT_TRUE(wanted->ok());
}

TEST_F(CoreTest, EndsTheConnectionOfAPeerThatBreaksTheProtocol) {
  peer.connect();
  const auto read = issue<TestRead>(1, 0, 10);
  peer.exchange();
  peer.send_raw(bytes(64, 0x55));
  ASSERT_TRUE(core.broken());
  EXPECT_EQ(core.broken()->kind, ErrorKind::protocol);
  EXPECT_EQ(read->ends, 0);  // the next connection may be better
  peer.cut();
  peer.connect();
  peer.answer(0, peer.head({}), wire::ReadResults{.count = 10}, bytes(10));
  EXPECT_TRUE(read->ok());
}

TEST_F(CoreTest, TakesNoMoreDataThanItAskedFor) {
  peer.connect();
  const auto read = issue<TestRead>(1, 0, 10);
  peer.exchange();
  peer.answer_part(0, bytes(11));
  EXPECT_TRUE(core.broken());
}

// Is answered by having to do something else first.
class TestDetour final : public TestCall {
 public:
  explicit TestDetour(std::shared_ptr<Call> first)
      : TestCall({.operation = Operation::getattr}), first_(std::move(first)) {}
  Result<std::vector<std::byte>> encode(const SendContext&) override {
    return wire::encode(wire::RequestHead{}, wire::GetattrArgs{});
  }
  Result<Verdict> replied(const wire::ReplyHead&, wire::XdrDecoder&, std::uint64_t) override {
    return Verdict::remedy;
  }
  std::shared_ptr<Call> remedy() override { return first_; }

 private:
  const std::shared_ptr<Call> first_;
};

TEST_F(CoreTest, EndsACallAndItsRemedyThoughNobodyElseKeepsThem) {
  const auto remedy = std::make_shared<TestRead>(1, 0, 10);
  const std::weak_ptr<TestDetour> detour = issue<TestDetour>(remedy);
  peer.connect();
  peer.answer(0, peer.head({}), Nothing{});
  EXPECT_EQ(core.counters().calls, 2U);
  core.fail_all(error(ErrorKind::cancelled, "over"));
  EXPECT_TRUE(detour.expired());
  EXPECT_EQ(remedy->ends, 1);
  EXPECT_TRUE(core.idle());
}

TEST_F(CoreTest, GivesUpARequestThatEndsEveryConnection) {
  const auto read = issue<TestRead>(1, 0, 10);
  int connections = 0;
  while (read->ends == 0 && connections < 1000) {
    peer.connect();
    peer.cut();
    ++connections;
  }
  ASSERT_TRUE(read->failure);
  EXPECT_EQ(read->failure->kind, ErrorKind::unavailable);
  EXPECT_LT(connections, 200);
}

TEST_F(CoreTest, FailsEverythingWhenTheServerRefusesForGood) {
  const auto read = issue<TestRead>(1, 0, 10);
  peer.connect(false);
  peer.refuse(0, error(ErrorKind::incompatible, "speaks version 9 only"));
  ASSERT_TRUE(read->failure);
  EXPECT_EQ(read->failure->kind, ErrorKind::incompatible);
  EXPECT_TRUE(core.broken());
}

}  // namespace
}  // namespace strait::rpc
