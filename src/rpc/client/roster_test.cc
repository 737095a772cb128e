#include "rpc/client/roster.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "rpc/client/test_calls.h"

namespace strait::rpc {
namespace {

using State = Slot::State;

class RosterTest : public testing::Test {
 protected:
  Slot& write(std::uint64_t begin, std::uint64_t length, unsigned char file = 1) {
    return roster.add(std::make_shared<TestWrite>(file, begin, std::vector<std::byte>(length)), {});
  }
  Slot& read(std::uint64_t begin, std::uint64_t length) {
    return roster.add(std::make_shared<TestRead>(1, begin, length), {});
  }
  Slot& commit() {
    return roster.add(std::make_shared<TestCommit>(1, wire::Durability::committed), {});
  }
  void send(Slot& slot) { roster.mark_in_flight(slot, ++requests, {}); }
  Slot* next(Slot** blocked = nullptr) { return roster.next(window, blocked); }

  Roster roster;
  Window window{.requests = 64, .bytes = 1000};
  std::uint64_t requests = 0;
};

TEST_F(RosterTest, CountsWhatItHolds) {
  Slot& slot = write(0, 10);
  EXPECT_EQ(roster.waiting(), 1U);
  send(slot);
  EXPECT_EQ(roster.in_flight(), 1U);
  EXPECT_EQ(roster.find_request(1), &slot);
  EXPECT_EQ(roster.find(*slot.call), &slot);
  roster.mark(slot, State::retained);
  EXPECT_EQ(roster.find_request(1), nullptr);
  EXPECT_TRUE(roster.idle());
  EXPECT_FALSE(roster.empty());
  roster.release([](const Slot&) { return true; });
  EXPECT_TRUE(roster.empty());
}

TEST_F(RosterTest, AWaiterThatConflictsHoldsBackThoseThatConflictWithIt) {
  send(write(0, 10));
  write(5, 10);                // waits for the first
  read(12, 5);                 // and this for the second
  Slot& free = write(100, 1);  // and this for nobody
  EXPECT_EQ(next(), &free);
}

TEST_F(RosterTest, TouchingRangesAndOtherFilesDoNotConflict) {
  send(write(0, 10));
  Slot& touching = write(10, 10);
  EXPECT_EQ(next(), &touching);
  send(touching);
  Slot& other = write(0, 10, 2);
  EXPECT_EQ(next(), &other);
}

TEST_F(RosterTest, WhatDoesNotFitTheWindowStopsTheSearchButGoesAlone) {
  Slot& small = write(0, 10);
  send(small);
  Slot& large = write(100, 5000);
  write(50, 10);  // would fit, and would starve the large one
  EXPECT_EQ(next(), nullptr);
  roster.remove(small);
  EXPECT_EQ(next(), &large);
  window.requests = 1;
  send(large);
  EXPECT_EQ(next(), nullptr);
}

TEST_F(RosterTest, RetainedWritesHoldBackWritersOnly) {
  Slot& early = write(0, 10);
  send(early);
  roster.mark(early, State::retained);
  Slot& late = write(5, 10);
  Slot* blocked = nullptr;
  EXPECT_EQ(next(&blocked), nullptr);
  EXPECT_EQ(blocked, &late);
  roster.remove(late);
  Slot& reader = read(0, 10);
  EXPECT_EQ(next(&blocked), &reader);
  EXPECT_EQ(blocked, nullptr);
  roster.remove(reader);
  Slot& flush = commit();
  EXPECT_EQ(next(), &flush);
}

TEST_F(RosterTest, WhoWaitsForMoreThanRetainedWritesIsNotNamed) {
  Slot& retained = write(0, 10);
  send(retained);
  roster.mark(retained, State::retained);
  send(write(20, 10));
  write(0, 30);
  Slot* blocked = nullptr;
  EXPECT_EQ(next(&blocked), nullptr);
  EXPECT_EQ(blocked, nullptr);
}

TEST_F(RosterTest, KnowsTheFirstUnansweredReplayNumber) {
  EXPECT_EQ(roster.first_unanswered_replay(1), 1U);
  write(0, 10).replay = 3;
  write(20, 10).replay = 4;
  EXPECT_EQ(roster.first_unanswered_replay(5), 3U);
}

// Places are used again.
TEST_F(RosterTest, APlaceRemembersNothingOfTheCallThatHadIt) {
  Slot& first = write(0, 10);
  send(first);
  first.sequence = first.replay = first.covers = first.placed = 7;
  first.answered = first.cancelled = true;
  const std::shared_ptr<Call> call = first.call;
  roster.remove(first);
  EXPECT_EQ(roster.find(*call), nullptr);
  EXPECT_EQ(roster.find_request(1), nullptr);
  EXPECT_EQ(call.use_count(), 1);

  Slot& second = write(0, 10);
  EXPECT_EQ(second.state, State::waiting);
  EXPECT_EQ(second.sequence + second.replay + second.covers + second.placed, 0U);
  EXPECT_FALSE(second.answered || second.cancelled);
  EXPECT_EQ(next(), &second);
}

TEST_F(RosterTest, FindsTheRequestsInFlightWhateverIsAnsweredBetween) {
  std::vector<Slot*> slots;
  for (std::uint64_t i = 0; i < 40; ++i) send(*slots.emplace_back(&write(i * 10, 10)));
  for (std::size_t i = 0; i < 40; i += 2) roster.remove(*slots[i]);
  roster.mark(*slots[5], State::waiting);
  send(*slots[5]);
  for (std::uint64_t request = 1; request <= 40; ++request) {
    const bool there = request % 2 == 0 && request != 6;
    EXPECT_EQ(roster.find_request(request), there ? slots[request - 1] : nullptr) << request;
  }
  EXPECT_EQ(roster.find_request(41), slots[5]);
}

// Against the rule in its plainest form: nothing in flight conflicts, and conflicting calls leave
// in the order they came.
TEST_F(RosterTest, NeverSendsConflictingCallsTogetherNorOutOfOrder) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SeededRandom random(seed);
    Roster calls;
    std::vector<const Call*> issued, sent;
    std::vector<std::shared_ptr<Call>> alive;
    std::uint64_t request = 0;
    for (int i = 0; i < 40; ++i) {
      const std::uint64_t begin = random.below(50);
      const std::uint64_t length = 1 + random.below(20);
      std::shared_ptr<Call> call;
      if (random.below(2) == 0) {
        call = std::make_shared<TestWrite>(1, begin, std::vector<std::byte>(length));
      } else {
        call = std::make_shared<TestRead>(1, begin, length);
      }
      issued.push_back(call.get());
      alive.push_back(call);
      calls.add(std::move(call), {});
    }
    while (!calls.empty()) {
      Slot* slot = calls.next({.requests = 8, .bytes = 1 << 20}, nullptr);
      if (slot != nullptr && random.below(3) != 0) {
        for (const Slot& other : calls.slots()) {
          ASSERT_FALSE(other.state == State::in_flight &&
                       conflict(other.call->traits.footprint, slot->call->traits.footprint))
              << "seed " << seed;
        }
        sent.push_back(slot->call.get());
        calls.mark_in_flight(*slot, ++request, {});
        continue;
      }
      std::vector<Slot*> flying;
      for (Slot& one : calls.slots()) {
        if (one.state == State::in_flight) flying.push_back(&one);
      }
      if (!flying.empty()) calls.remove(*flying[random.below(flying.size())]);
      ASSERT_TRUE(!flying.empty() || slot != nullptr) << "stuck, seed " << seed;
    }
    const auto place = [&](const Call* call) {
      return std::find(sent.begin(), sent.end(), call) - sent.begin();
    };
    for (std::size_t a = 0; a < issued.size(); ++a) {
      for (std::size_t b = a + 1; b < issued.size(); ++b) {
        if (!conflict(issued[a]->traits.footprint, issued[b]->traits.footprint)) continue;
        ASSERT_LT(place(issued[a]), place(issued[b])) << "seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace strait::rpc
