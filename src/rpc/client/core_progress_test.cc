// What counts as progress of a call, and what a connection may not do to one.
#include <gtest/gtest.h>

#include "rpc/client/core.h"
#include "rpc/client/scripted_peer.h"
#include "rpc/client/test_calls.h"

namespace strait::rpc {
namespace {

using wire::Durability;

std::vector<std::byte> bytes(std::size_t size) {
  return std::vector<std::byte>(size, std::byte{1});
}

class CoreProgressTest : public testing::Test {
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
  void pass(int seconds) {
    clock.advance(std::chrono::seconds(seconds));
    core.tick(clock.now());
  }
  // The reply that `results` are, as it lies on the wire.
  template <class Results>
  std::vector<std::byte> reply(std::size_t index, const Results& results,
                               std::vector<std::byte> payload) {
    wire::FrameWriter writer;
    writer.negotiate({}, false);
    wire::OutgoingFrame frame;
    frame.operation = peer.requests[index].header.operation;
    frame.request = peer.requests[index].header.request;
    frame.reply = true;
    frame.body = *wire::encode(peer.head({}), results);
    frame.payload =
        std::make_unique<wire::OwnedPayload<std::vector<std::byte>>>(std::move(payload));
    (void)writer.push(std::move(frame));
    std::vector<std::byte> out;
    std::array<ConstBytes, 8> spans;
    while (const std::size_t count = writer.buffers(spans)) {
      std::size_t total = 0;
      for (const ConstBytes span : std::span(spans).first(count)) {
        out.insert(out.end(), span.begin(), span.end());
        total += span.size();
      }
      writer.advance(total);
    }
    return out;
  }

  ManualClock clock;
  SeededRandom random{1};
  SilentLog log;
  Core core{options(), random, log};
  ScriptedPeer peer{core, clock};
};

// A link of a few bytes a minute is slow, not dead; and whoever is behind such a reply only waits.
TEST_F(CoreProgressTest, EachByteOfAReplyIsProgressForItAndForThoseBehindIt) {
  peer.connect();
  const auto first = issue<TestRead>(1, 0, 10);
  const auto slow = issue<TestRead>(1, 100, 20);
  peer.exchange();
  const auto frame = reply(1, wire::ReadResults{.count = 20}, bytes(20));
  for (std::size_t at = 0; at < frame.size(); at += 10) {
    peer.send_raw(ConstBytes(frame).subspan(at, std::min<std::size_t>(10, frame.size() - at)));
    ASSERT_FALSE(core.broken());
    if (at + 10 < frame.size()) pass(50);
    ASSERT_EQ(first->ends, 0) << "after byte " << at;
    ASSERT_EQ(slow->ends, at + 10 < frame.size() ? 0 : 1) << "after byte " << at;
  }
  EXPECT_TRUE(slow->ok());
}

TEST_F(CoreProgressTest, AReplyThatStopsHalfWayRunsOutOfTime) {
  peer.connect();
  const auto read = issue<TestRead>(1, 0, 100);
  peer.exchange();
  const auto frame = reply(0, wire::ReadResults{.count = 100}, bytes(100));
  peer.send_raw(ConstBytes(frame).first(frame.size() - 1));
  pass(59);
  EXPECT_EQ(read->ends, 0);
  pass(2);
  EXPECT_TRUE(read->failure);
  EXPECT_TRUE(core.broken());  // nothing more of it may land in the caller's memory
}

// Who closes five files after a failure is not to wait five times.
TEST_F(CoreProgressTest, WhatFollowsACallThatWaitedInVainIsBriefUntilTheServerIsHeardOf) {
  peer.connect();
  const auto first = issue<TestRead>(1, 0, 10);
  peer.exchange();
  pass(30);
  const auto second = issue<TestRead>(1, 100, 10);
  peer.exchange();
  pass(31);
  ASSERT_TRUE(first->failure);
  core.disconnected(*core.broken(), clock.now());
  core.connect_failed(error(ErrorKind::unavailable, "cannot connect; is it up?"), clock.now());
  const auto third = issue<TestRead>(1, 0, 10);
  EXPECT_LE(core.next_deadline(), clock.now() + std::chrono::seconds(2));
  pass(3);
  ASSERT_TRUE(third->failure);
  EXPECT_EQ(third->failure->kind, ErrorKind::timed_out);
  EXPECT_EQ(third->failure->what,
            "the test's call: no progress for 2 s: host:7420: cannot connect; is it up? "
            "STRAIT_TIMEOUT sets a longer patience");
  EXPECT_EQ(second->ends, 0);  // it was there before, and has its whole time

  peer.connect();
  const auto fourth = issue<TestRead>(1, 0, 10);
  peer.exchange();
  pass(59);
  EXPECT_EQ(fourth->ends, 0);
}

// The kernel may take at once what a slow link needs minutes for.
TEST_F(CoreProgressTest, AWriteIsGivenTimeWhileTheKernelStillBringsItOver) {
  peer.connect();
  const auto write = issue<TestWrite>(1, 0, bytes(1000));
  peer.exchange();
  std::uint64_t undelivered = 900;
  const auto look = [&] {
    clock.advance(std::chrono::seconds(15));
    EXPECT_LE(core.next_deadline(), clock.now());
    core.tick(clock.now(), undelivered);
  };
  for (; undelivered > 100; undelivered -= 50) {
    look();
    ASSERT_EQ(write->ends, 0) << undelivered;
  }
  look();
  for (int i = 0; i < 3; ++i) look();  // the last hundred bytes do not get through
  EXPECT_EQ(write->ends, 0);
  look();
  ASSERT_TRUE(write->failure);
  EXPECT_EQ(write->failure->kind, ErrorKind::timed_out);
}

// It takes connections and requests, and that is all: neither the new connections nor what goes out
// again on them keeps a call waiting beyond its time, and none of the calls is to blame.
TEST_F(CoreProgressTest, ASilentServerEndsEachCallInItsOwnTime) {
  peer.connect();
  std::vector<std::shared_ptr<TestRead>> reads;
  for (int second = 0; second < 60 + 45; ++second, pass(1)) {
    if (core.broken()) core.disconnected(Error(*core.broken()), clock.now());
    if (core.connect_at() <= clock.now()) peer.connect();
    if (second % 5 == 0 && reads.size() < 8) {
      reads.push_back(issue<TestRead>(1, reads.size() * 10, 10));
      peer.exchange();
    }
    for (std::size_t i = 0; i < reads.size(); ++i) {
      const int waited = second - static_cast<int>(i) * 5;
      ASSERT_EQ(reads[i]->ends, waited < 60 ? 0 : 1)
          << "of read " << i << " after " << waited << " s";
    }
  }
  for (const auto& read : reads) {
    EXPECT_EQ(read->failure->kind, ErrorKind::timed_out);
    EXPECT_NE(read->failure->what.find("does not answer"), std::string::npos);
  }
  // And it is none of them that the next one is held back for.
  issue<TestRead>(1, 0, 10);
  issue<TestRead>(2, 0, 10);
  peer.connect();
  EXPECT_EQ(peer.requests.size(), 2U);
}

// A host that went away after it had accepted would otherwise keep every later call waiting, too.
TEST_F(CoreProgressTest, EndsTheConnectionOfAPeerThatNeverAnswersHello) {
  const auto read = issue<TestRead>(1, 0, 10);
  peer.connect(false);
  pass(59);
  EXPECT_EQ(read->ends, 0);
  pass(2);
  ASSERT_TRUE(read->failure);
  EXPECT_EQ(read->failure->kind, ErrorKind::timed_out);
  ASSERT_TRUE(core.broken());
  peer.cut();

  const auto again = issue<TestRead>(1, 0, 10);
  peer.connect();
  ASSERT_EQ(peer.requests.size(), 1U);
  peer.answer(0, peer.head({}), wire::ReadResults{.count = 10}, bytes(10));
  EXPECT_TRUE(again->ok());
}

// Otherwise the call would end, and with it the memory that the writer goes on to send.
TEST_F(CoreProgressTest, TakesNoAnswerToARequestThatIsStillBeingSent) {
  peer.connect();
  const auto write = issue<TestWrite>(1, 0, bytes(1000));
  std::array<ConstBytes, 8> out;
  ASSERT_GE(core.gather(out, clock.now()), 2U);
  const auto head = wire::parse_header(out[0].first<wire::kHeaderSize>(), wire::Limits{});
  ASSERT_TRUE(head);
  core.sent(out[0].size(), clock.now());  // and nothing behind it

  wire::OutgoingFrame early;
  early.operation = wire::Operation::write;
  early.request = head->request;
  early.reply = true;
  early.body = *wire::encode(peer.head({}),
                             wire::WriteResults{.count = 1000, .reached = Durability::written});
  wire::FrameWriter writer;
  writer.negotiate({}, false);
  ASSERT_TRUE(writer.push(std::move(early)));
  std::array<ConstBytes, 8> spans;
  const std::size_t count = writer.buffers(spans);
  for (const ConstBytes span : std::span(spans).first(count)) peer.send_raw(span);
  ASSERT_TRUE(core.broken());
  EXPECT_EQ(core.broken()->kind, ErrorKind::protocol);
  EXPECT_EQ(write->ends, 0);

  // It goes out again, as after any loss.
  peer.cut();
  peer.connect();
  ASSERT_EQ(peer.requests.size(), 1U);
  peer.answer_write(0, Durability::written);
  EXPECT_TRUE(write->ok());
}

// A request that kills its server must neither keep it from starting nor take the others along.
TEST_F(CoreProgressTest, FindsTheRequestThatEndsEveryConnection) {
  const auto innocent = issue<TestRead>(1, 0, 10);
  const auto killer = issue<TestRead>(2, 0, 10);
  const auto behind = issue<TestRead>(3, 0, 10);
  const Instant begun = clock.now();
  int connections = 0;
  while (killer->ends == 0 && connections < 1000) {
    clock.advance(std::max(core.connect_at() - clock.now(), Duration::zero()));
    core.tick(clock.now());
    peer.connect();
    ++connections;
    // It dies of `killer`, before it has answered anything that came along.
    while (peer.requests.size() == 1 && peer.args<wire::ReadArgs>(0).file != handle_named(2)) {
      peer.answer(0, peer.head({}), wire::ReadResults{.count = 10}, bytes(10));
    }
    peer.cut();
  }
  ASSERT_TRUE(killer->failure);
  EXPECT_EQ(killer->failure->kind, ErrorKind::unavailable);
  EXPECT_NE(killer->failure->what.find("may be this request"), std::string::npos);
  EXPECT_TRUE(innocent->ok());
  EXPECT_LT(connections, 70);
  EXPECT_GE(clock.now() - begun, std::chrono::seconds(60));
  EXPECT_LT(clock.now() - begun, std::chrono::seconds(70));
  EXPECT_EQ(behind->ends, 0);
  peer.connect();
  ASSERT_EQ(peer.requests.size(), 1U);
  peer.answer(0, peer.head({}), wire::ReadResults{.count = 10}, bytes(10));
  EXPECT_TRUE(behind->ok());
}

TEST_F(CoreProgressTest, BacksOffFromAServerThatDropsConnectionsAfterHello) {
  issue<TestRead>(1, 0, 10);
  Duration last{};
  for (int i = 0; i < 12; ++i) {
    peer.connect();
    peer.cut();
    last = core.connect_at() - clock.now();
  }
  EXPECT_GE(last, kBackoffMax / 2);
  peer.connect();
  peer.answer(0, peer.head({}), wire::ReadResults{.count = 10}, bytes(10));
  peer.cut();
  issue<TestRead>(1, 0, 10);
  EXPECT_LE(core.connect_at(), clock.now());  // an answer: what is lost now is a new loss
}

// A server that could not make out which request it answers says why it hangs up.
TEST_F(CoreProgressTest, HearsWhatAServerComplainsOf) {
  const auto read = issue<TestRead>(1, 0, 10);
  for (const bool greeted : {false, true}) {
    peer.connect(greeted);
    wire::FrameWriter writer;
    wire::OutgoingFrame frame;
    frame.reply = true;
    frame.body = *wire::encode(
        peer.head(Error{ErrorKind::protocol, Retry::reconnect, 0, "bad frame: too blue"}));
    ASSERT_TRUE(writer.push(std::move(frame)));
    std::array<ConstBytes, 8> spans;
    const std::size_t count = writer.buffers(spans);
    for (const ConstBytes span : std::span(spans).first(count)) peer.send_raw(span);
    ASSERT_TRUE(core.broken());
    EXPECT_NE(core.broken()->what.find("too blue"), std::string::npos) << core.broken()->what;
    EXPECT_EQ(read->ends, 0);
    peer.cut();
  }
}

}  // namespace
}  // namespace strait::rpc
