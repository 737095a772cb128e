#include "base/simulation.h"

#include <gtest/gtest.h>

#include <string>

namespace strait {
namespace {

using std::chrono::milliseconds;

std::string order_of(std::uint64_t seed) {
  SimulatedExecutor executor(seed);
  std::string order;
  for (const char name : std::string("abcdefgh")) {
    executor.post([&order, name] { order += name; });
  }
  executor.run_until_idle();
  return order;
}

TEST(SimulatedExecutor, RunsEventsInTheOrderOfTheirTimeAndMovesTheClock) {
  SimulatedExecutor executor(1);
  const Instant start = executor.clock().now();
  std::string order;
  executor.post_at(start + milliseconds(20), [&] { order += 'c'; });
  executor.post_at(start + milliseconds(10), [&] {
    order += 'b';
    executor.post_at(start, [&] {  // in the past: now
      EXPECT_EQ(executor.clock().now(), start + milliseconds(10));
      order += 'B';
    });
  });
  executor.post([&] { order += 'a'; });
  EXPECT_EQ(executor.next_event(), start);
  EXPECT_EQ(executor.run_until_idle(), 4U);
  EXPECT_EQ(order, "abBc");
  EXPECT_EQ(executor.clock().now(), start + milliseconds(20));
  EXPECT_EQ(executor.next_event(), kNever);
  EXPECT_FALSE(executor.step());
}

TEST(SimulatedExecutor, OrderAtOneInstantComesFromTheSeed) {
  EXPECT_EQ(order_of(7), order_of(7));
  EXPECT_NE(order_of(7), order_of(8));
}

TEST(SimulatedExecutor, RunUntilLeavesWhatIsLaterAndSetsTheClock) {
  SimulatedExecutor executor(1);
  const Instant start = executor.clock().now();
  int ran = 0;
  executor.post_at(start + milliseconds(5), [&] { ++ran; });
  executor.post_at(start + milliseconds(15), [&] { ++ran; });
  executor.run_until(start + milliseconds(10));
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(executor.clock().now(), start + milliseconds(10));
}

TEST(SimulatedExecutor, WorkMayStepTheExecutorItself) {
  SimulatedExecutor executor(1);
  const Instant start = executor.clock().now();
  bool inner = false;
  executor.post_at(start + milliseconds(5), [&] { inner = true; });
  executor.post([&] {
    while (!inner) ASSERT_TRUE(executor.step());
  });
  executor.run_until_idle();
  EXPECT_TRUE(inner);
}

TEST(SimulatedExecutor, WorkThatPostsItselfForEverIsStoppedByTheGuard) {
  SimulatedExecutor executor(1);
  std::function<void()> again = [&] { executor.post(again); };
  executor.post(again);
  EXPECT_EQ(executor.run_until_idle(100), 100U);
}

}  // namespace
}  // namespace strait
