#include "transport/calm.h"

#include <gtest/gtest.h>

namespace strait::transport {
namespace {

using std::chrono::milliseconds;

// Looks on for a while in which the process works for so much of it.
class CalmTest : public testing::Test {
 protected:
  void pass(milliseconds time, milliseconds work) {
    now_ += time;
    used_ += work;
    if (calm_.due(now_)) calm_.look(now_, used_);
  }

  Calm calm_;
  Instant now_{};
  Duration used_{};
};

TEST_F(CalmTest, OneThreadIsEnoughUntilItHardlyRests) {
  EXPECT_TRUE(calm_);
  pass(milliseconds(100), milliseconds(80));
  EXPECT_TRUE(calm_);
  pass(milliseconds(1), milliseconds(1));
  EXPECT_FALSE(calm_);
}

TEST_F(CalmTest, TheOthersRestAgainAfterAWindowOfLessWork) {
  pass(milliseconds(10), milliseconds(20));
  EXPECT_FALSE(calm_);
  pass(milliseconds(10), milliseconds(7));
  EXPECT_FALSE(calm_);
  pass(milliseconds(9), milliseconds(0));
  EXPECT_FALSE(calm_) << "that was not long enough to tell";
  pass(milliseconds(1), milliseconds(6));
  EXPECT_TRUE(calm_);
}

}  // namespace
}  // namespace strait::transport
