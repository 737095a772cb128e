// What a Core makes of servers that forget, answer late, or are not who they were.
#include <gtest/gtest.h>

#include "rpc/client/core.h"
#include "rpc/client/scripted_peer.h"
#include "rpc/client/test_calls.h"

namespace strait::rpc {
namespace {

using wire::Durability;
using wire::Operation;

const std::vector<std::byte> kData(10, std::byte{1});

class CoreLossTest : public testing::Test {
 protected:
  static CoreOptions options() {
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

  ManualClock clock;
  SeededRandom random{1};
  SilentLog log;
  Core core{options(), random, log};
  ScriptedPeer peer{core, clock};
};

TEST_F(CoreLossTest, VerifiersOfZeroSayNothing) {
  peer.connect();
  const auto write = issue<TestWrite>(1, 0, kData);
  peer.exchange();
  peer.answer_write(0, Durability::written);
  const auto read = issue<TestRead>(1, 0, 10);
  peer.exchange();
  peer.process_verifier = peer.host_verifier = 0;
  peer.refuse(0, error(ErrorKind::exhausted, "a reply that is too long for you"));
  EXPECT_TRUE(read->failure);
  peer.process_verifier = peer.host_verifier = 1;
  const auto commit = issue<TestCommit>(1, Durability::committed);
  peer.exchange();
  ASSERT_EQ(peer.requests.size(), 1U) << "nothing has been lost";
  peer.answer(0, peer.head({}), wire::CancelArgs{});
  EXPECT_TRUE(commit->ok());
}

TEST_F(CoreLossTest, AnAnswerDoesNotSpeakOfWhatWasSentAfterItsQuestion) {
  peer.connect();
  const auto read = issue<TestRead>(1, 0, 10);
  const auto first = issue<TestWrite>(1, 0, kData, Durability::received);  // waits for the read
  const auto second = issue<TestWrite>(1, 100, kData);
  peer.exchange();
  ASSERT_EQ(peer.requests.size(), 2U);
  peer.answer(0, peer.head({}), wire::ReadResults{.end_of_file = true});
  ASSERT_EQ(peer.requests.size(), 2U);
  peer.answer_write(1, Durability::received);
  EXPECT_TRUE(first->ok());
  // Made before the server had received the first one, and sent after.
  peer.answer_write(0, Durability::written, 2);
  EXPECT_TRUE(second->ok());
  peer.cut();
  ++peer.process_verifier;
  const auto commit = issue<TestCommit>(1, Durability::written);
  peer.connect();
  ASSERT_EQ(peer.requests.size(), 1U);
  EXPECT_EQ(peer.requests[0].header.operation, Operation::write) << "it is only received";
}

TEST_F(CoreLossTest, WhatCannotBeWrittenOutIsLostOnce) {
  peer.connect();
  const auto first = issue<TestWrite>(1, 0, kData, Durability::received);
  peer.exchange();
  peer.answer_write(0, Durability::received);
  const auto over = issue<TestWrite>(1, 5, kData);
  peer.exchange();
  ASSERT_EQ(peer.requests.size(), 1U);
  ASSERT_EQ(peer.requests[0].header.operation, Operation::commit);
  peer.refuse(0, error(ErrorKind::stale, "the file is gone"));
  ASSERT_EQ(peer.requests.size(), 1U);
  EXPECT_EQ(peer.requests[0].header.operation, Operation::write) << "not asked for ever";
  peer.refuse(0, error(ErrorKind::stale, "the file is gone"));
  ASSERT_EQ(peer.requests.size(), 1U) << "the other one goes on";
  peer.refuse(0, error(ErrorKind::stale, "the file is gone"));
  EXPECT_TRUE(over->failure);
  const auto commit = issue<TestCommit>(1, Durability::written);
  peer.exchange();
  ASSERT_TRUE(commit->failure);
  EXPECT_EQ(commit->failure->kind, ErrorKind::stale);
}

TEST_F(CoreLossTest, AnotherServerIsNotAskedForWhatTheFirstMayHaveDone) {
  peer.connect();
  const auto once = issue<TestOnce>();
  const auto read = issue<TestRead>(1, 0, 10);
  peer.exchange();
  ASSERT_EQ(peer.requests.size(), 2U);
  peer.cut();
  peer.server.fill(std::byte{7});
  const auto later = issue<TestOnce>();
  peer.connect();
  ASSERT_TRUE(once->failure);
  EXPECT_EQ(once->failure->kind, ErrorKind::unavailable);
  ASSERT_EQ(peer.requests.size(), 2U);
  EXPECT_EQ(peer.requests[0].header.operation, Operation::read);
  EXPECT_EQ(later->encodings, 1) << "that one it is asked for the first time";
}

// What somebody reads who waits for a server.
class HeardLog final : public Log {
 public:
  bool enabled(LogLevel level) const noexcept override { return level >= LogLevel::warning; }
  void write(LogLevel, std::string_view sentence, std::initializer_list<LogField>) override {
    lines.emplace_back(sentence);
  }
  std::vector<std::string> lines;
};

TEST_F(CoreLossTest, ALossIsToldOnceAndItsEndToo) {
  HeardLog heard;
  Core telling{options(), random, heard};
  ScriptedPeer other{telling, clock};
  other.connect();
  other.cut();
  other.connect();
  EXPECT_TRUE(heard.lines.empty()) << "nobody waited";

  telling.submit(std::make_shared<TestRead>(1, 0, 10), clock.now());
  other.exchange();
  other.cut();
  other.connect(false);
  other.cut();
  const std::string lost =
      "lost the connection to host:7420 (cut by the test); trying to get it back, for at most 60 s "
      "before what waits for it fails";
  EXPECT_EQ(heard.lines, std::vector{lost});
  other.connect();
  EXPECT_EQ(heard.lines, (std::vector<std::string>{lost, "connected to host:7420 again"}));
}

TEST_F(CoreLossTest, ALossIsLeftToWhoeverSpeaksForAll) {
  HeardLog heard;
  CoreOptions quiet = options();
  bool speaks = false;
  std::weak_ptr<void> voice;
  quiet.voice = [&](const std::string& server) {
    EXPECT_EQ(server, "host:7420");
    const std::shared_ptr<void> given = speaks ? std::make_shared<int>() : nullptr;
    voice = given;
    return given;
  };
  Core telling{quiet, random, heard};
  ScriptedPeer other{telling, clock};
  other.connect();
  telling.submit(std::make_shared<TestRead>(1, 0, 10), clock.now());
  other.exchange();
  other.cut();
  other.connect();
  EXPECT_TRUE(heard.lines.empty());

  speaks = true;
  other.exchange();
  other.cut();
  EXPECT_FALSE(voice.expired());
  other.connect();
  EXPECT_EQ(heard.lines.size(), 2U);
  EXPECT_TRUE(voice.expired()) << "given back";
}

}  // namespace
}  // namespace strait::rpc
