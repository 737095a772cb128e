// The table with a real epoll descriptor and no threads: the test takes each event when it likes.
#include "transport/watch_table.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sys/epoll.h"

namespace strait::transport {
namespace {

class WatchTableTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::array<int, 2> ends{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()), 0);
    peer_ = sys::UniqueFd(ends[0]);
    own_ = sys::UniqueFd(ends[1]);
    watch_ = *table_.watch(own_.get());
  }

  void peer_sends() { ASSERT_EQ(::send(peer_.get(), "x", 1, MSG_NOSIGNAL), 1); }
  void receive_all() {
    std::array<char, 4096> space;
    while (::recv(own_.get(), space.data(), space.size(), 0) > 0) continue;
  }
  // Until the next call would block.
  void fill() {
    std::array<char, 4096> data{};
    while (::send(own_.get(), data.data(), data.size(), MSG_NOSIGNAL) > 0) continue;
  }
  void peer_receives_all() {
    std::array<char, 4096> space;
    while (::recv(peer_.get(), space.data(), space.size(), 0) > 0) continue;
  }

  void notify_readable(Readiness known) {
    watch_->notify_readable(known, [this] { ++readable_; });
  }
  void notify_writable() {
    watch_->notify_writable([this] { ++writable_; });
  }

  std::vector<epoll_event> fetch() {
    std::vector<epoll_event> events(4);
    events.resize(static_cast<std::size_t>(sys::epoll_take(epoll_.get(), events, 0)));
    return events;
  }
  void pass(const std::vector<epoll_event>& events) {
    for (const epoll_event& event : events) {
      for (auto& due : table_.take_due(event.data.u64, event.events)) {
        if (due) due();
      }
    }
  }
  // How many events there were.
  std::size_t take() {
    const auto events = fetch();
    pass(events);
    return events.size();
  }
  void make_one_shot() {
    peer_sends();
    ASSERT_EQ(take(), 1U);
    receive_all();
  }

  const sys::UniqueFd epoll_ = *sys::make_epoll();
  WatchTable table_{epoll_.get(), [this](WatchTable::Callback work) { work(), ++posted_; }};
  sys::UniqueFd peer_, own_;
  std::unique_ptr<Watch> watch_;
  int readable_ = 0, writable_ = 0, posted_ = 0;
};

TEST_F(WatchTableTest, AnEdgeAnswersANotificationWithoutALook) {
  notify_readable(Readiness::exhausted);
  EXPECT_EQ(take(), 0U);
  peer_sends();
  EXPECT_EQ(take(), 1U);
  EXPECT_EQ(readable_, 1);
}

TEST_F(WatchTableTest, WhatIsThereAlreadyAnswersAtOnceWhereTheCallerDoesNotKnow) {
  notify_readable(Readiness::unknown);
  peer_sends();
  EXPECT_EQ(take(), 1U);
  notify_readable(Readiness::unknown);
  EXPECT_EQ(take(), 1U);
  EXPECT_EQ(readable_, 2);
}

TEST_F(WatchTableTest, TheFirstEdgeThatNobodyWaitsForIsTheLastOne) {
  for (int i = 0; i < 10; ++i) {
    peer_sends();
    EXPECT_EQ(take(), i == 0 ? 1U : 0U);
  }
  // Also while it is asked for: one event, and nothing more until the next notification.
  for (int i = 0; i < 5; ++i) {
    receive_all();
    notify_readable(Readiness::exhausted);
    EXPECT_EQ(take(), 0U);
    peer_sends();
    EXPECT_EQ(take(), 1U);
    peer_sends();
    EXPECT_EQ(take(), 0U);
    EXPECT_EQ(readable_, i + 1);
  }
}

TEST_F(WatchTableTest, BytesBetweenTheReceiversLastLookAndItsNotificationAreNotMissed) {
  peer_sends();
  EXPECT_EQ(take(), 1U);
  notify_readable(Readiness::exhausted);
  EXPECT_EQ(take(), 1U);
  EXPECT_EQ(readable_, 1);
}

// A sender of long replies takes no requests meanwhile.
TEST_F(WatchTableTest, BytesThatCameWithAnEventForWritingAreNotMissed) {
  fill();
  notify_writable();
  EXPECT_EQ(take(), 0U);
  peer_sends();
  peer_receives_all();
  EXPECT_EQ(take(), 1U);
  EXPECT_EQ(writable_, 1);
  notify_readable(Readiness::exhausted);
  EXPECT_EQ(take(), 1U);
  EXPECT_EQ(readable_, 1);
}

TEST_F(WatchTableTest, AnEdgeTriesAgainAfterSomeNotifications) {
  make_one_shot();
  for (std::uint32_t i = 0; i < WatchTable::kOneShotTurns; ++i) {
    EXPECT_EQ(take(), 0U);
    notify_readable(Readiness::exhausted);
    peer_sends();
    EXPECT_EQ(take(), 1U);
    receive_all();
  }
  peer_sends();
  EXPECT_EQ(take(), 1U) << "an edge, though nobody waits";
  peer_sends();
  EXPECT_EQ(take(), 0U);
}

TEST_F(WatchTableTest, TheEventOfOneDirectionLeavesTheOtherWaiting) {
  make_one_shot();
  fill();
  notify_readable(Readiness::exhausted);
  notify_writable();
  EXPECT_EQ(take(), 0U);
  peer_sends();
  EXPECT_EQ(take(), 1U);
  EXPECT_EQ(readable_, 1);
  EXPECT_EQ(writable_, 0);
  peer_receives_all();
  EXPECT_GE(take(), 1U);
  EXPECT_EQ(writable_, 1);
  notify_readable(Readiness::unknown);
  EXPECT_EQ(take(), 1U);
  EXPECT_EQ(readable_, 2);
}

// Another thread has fetched the event, and passes it on only when its bytes have been received and
// the next are asked for.
TEST_F(WatchTableTest, ALateEventMayAnswerTooEarlyButLosesNothing) {
  peer_sends();
  const auto late = fetch();
  ASSERT_EQ(late.size(), 1U);
  receive_all();
  notify_readable(Readiness::exhausted);
  pass(late);
  EXPECT_EQ(readable_, 1);
  notify_readable(Readiness::exhausted);
  EXPECT_EQ(take(), 0U);
  peer_sends();
  EXPECT_EQ(take(), 1U);
  EXPECT_EQ(readable_, 2);
}

TEST_F(WatchTableTest, AShotThatIsFetchedTwiceAnswersOnce) {
  make_one_shot();
  notify_readable(Readiness::exhausted);
  peer_sends();
  const auto late = fetch();
  ASSERT_EQ(late.size(), 1U);
  notify_writable();  // looks again while that one is under way
  pass(fetch());
  pass(late);
  EXPECT_EQ(readable_, 1);
  EXPECT_EQ(writable_, 1);
  EXPECT_EQ(take(), 0U);
  notify_readable(Readiness::unknown);
  EXPECT_EQ(take(), 1U);
  EXPECT_EQ(readable_, 2);
}

TEST_F(WatchTableTest, TheEndReachesWhoeverWaits) {
  make_one_shot();
  notify_readable(Readiness::exhausted);
  EXPECT_EQ(take(), 0U);
  peer_.reset();
  EXPECT_EQ(take(), 1U);
  EXPECT_EQ(readable_, 1);
}

TEST_F(WatchTableTest, AfterTheEndEveryNotificationIsAnswered) {
  peer_.reset();
  EXPECT_EQ(take(), 1U);
  notify_readable(Readiness::exhausted);
  notify_writable();
  EXPECT_EQ(posted_, 2);
  EXPECT_EQ(readable_, 1);
  EXPECT_EQ(writable_, 1);
}

TEST_F(WatchTableTest, AnEventOfAWatchThatIsGoneReachesNobody) {
  notify_readable(Readiness::exhausted);
  peer_sends();
  const auto late = fetch();
  ASSERT_EQ(late.size(), 1U);
  watch_ = nullptr;
  watch_ = *table_.watch(own_.get());
  receive_all();
  notify_readable(Readiness::exhausted);
  pass(late);
  EXPECT_EQ(readable_, 0);
}

}  // namespace
}  // namespace strait::transport
