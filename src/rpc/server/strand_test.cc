#include "rpc/server/strand.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace strait::rpc {
namespace {

TEST(StrandTest, WhatIsSignalledFromWithinTheWorkFollowsIt) {
  Strand strand;
  std::vector<std::uint32_t> seen;
  const auto note = [&](std::uint32_t events) { seen.push_back(events); };
  strand.signal(1, [&](std::uint32_t events) {
    if (events == 1) {
      strand.signal(2, note);
      strand.signal(4, note);
    }
    note(events);
  });
  strand.signal(8, note);
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{1, 6, 8}));
}

// Each thread waits until its event has been seen before it signals the next one: a lost event
// would stop it for good. The counters are not atomic, which a thread sanitizer watches.
TEST(StrandTest, LosesNoEventAndWorksOnOneThreadAtATime) {
  constexpr unsigned kThreads = 4;
  constexpr unsigned kRounds = 2000;
  Strand strand;
  std::vector<unsigned> worked(kThreads);
  std::vector<std::atomic<unsigned>> seen(kThreads);
  bool working = false;
  bool overlapped = false;
  const auto work = [&](std::uint32_t events) {
    overlapped = overlapped || working;
    working = true;
    for (unsigned i = 0; i < kThreads; ++i) {
      if ((events & (1U << i)) == 0) continue;
      ++worked[i];
      ++seen[i];
      seen[i].notify_one();
    }
    working = false;
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      for (unsigned round = 0; round < kRounds; ++round) {
        strand.signal(1U << i, work);
        seen[i].wait(round);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(overlapped);
  EXPECT_EQ(worked, std::vector<unsigned>(kThreads, kRounds));
}

}  // namespace
}  // namespace strait::rpc
