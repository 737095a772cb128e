#include "transport/vigil.h"

#include <gtest/gtest.h>

namespace strait::transport {
namespace {

class VigilTest : public testing::Test {
 protected:
  bool deserted_after_a_tick(std::uint64_t steps, unsigned sleepers) {
    now_ += Vigil::kTick;
    EXPECT_EQ(vigil_.next(), now_);
    return vigil_.deserted(now_, steps, sleepers);
  }

  Instant now_{};
  Vigil vigil_{now_, 10};
};

TEST_F(VigilTest, ItIsDesertedWhenNobodySleepsAndNobodyMovesOn) {
  EXPECT_FALSE(deserted_after_a_tick(11, 0));
  EXPECT_FALSE(deserted_after_a_tick(11, 1));
  EXPECT_FALSE(deserted_after_a_tick(12, 0));
  EXPECT_TRUE(deserted_after_a_tick(12, 0));
  EXPECT_FALSE(vigil_.dozing());
}

TEST_F(VigilTest, WhereNothingHappensTheGuardDozes) {
  for (int i = 0; i < Vigil::kQuietTicks - 1; ++i) EXPECT_FALSE(deserted_after_a_tick(10, 1));
  EXPECT_FALSE(deserted_after_a_tick(11, 1)) << "something happened";
  for (int i = 0; i < Vigil::kQuietTicks; ++i) {
    EXPECT_FALSE(vigil_.dozing());
    EXPECT_FALSE(deserted_after_a_tick(11, 1));
  }
  EXPECT_TRUE(vigil_.dozing());
  EXPECT_EQ(vigil_.next(), now_ + Vigil::kDozeMax);
}

}  // namespace
}  // namespace strait::transport
