#include "storage/posix/range_gate.h"

#include <gtest/gtest.h>

#include <latch>
#include <optional>
#include <thread>
#include <vector>

namespace strait::storage {
namespace {

using Mode = RangeGate::Mode;

TEST(RangeGate, SharesAndSeparates) {
  RangeGate gate;
  const RangeGate::Pass first(gate, {0, 10}, Mode::shared);
  const RangeGate::Pass second(gate, {5, 10}, Mode::shared);
  const RangeGate::Pass beside(gate, {15, 10}, Mode::exclusive);
  const RangeGate::Pass nothing(gate, {17, 0}, Mode::exclusive);
}

TEST(RangeGate, ExclusiveMeansAlone) {
  RangeGate gate;
  int counter = 0;  // only the gate protects it
  constexpr int kThreads = 4;
  constexpr int kRounds = 500;
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        for (int i = 0; i < kRounds; ++i) {
          const RangeGate::Pass pass(gate, {thread, 10}, Mode::exclusive);
          ++counter;
        }
      });
    }
  }
  EXPECT_EQ(counter, kThreads * kRounds);
}

TEST(RangeGate, WhoWaitsGoesOnWhenTheHolderLeaves) {
  RangeGate gate;
  bool left = false;  // only the gate protects it
  std::optional<RangeGate::Pass> holder(std::in_place, gate, Extent{0, 10}, Mode::exclusive);
  std::latch started(2);
  const auto enter = [&](Mode mode) {
    started.count_down();
    const RangeGate::Pass pass(gate, {5, 10}, mode);
    EXPECT_TRUE(left);
  };
  const std::jthread sharer(enter, Mode::shared);
  const std::jthread excluder(enter, Mode::exclusive);
  started.wait();
  left = true;
  holder.reset();
}

}  // namespace
}  // namespace strait::storage
