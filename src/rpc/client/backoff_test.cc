#include "rpc/client/backoff.h"

#include <gtest/gtest.h>

namespace strait::rpc {
namespace {

TEST(Backoff, BeginsAtOnceThenDoublesUpToItsLimitWithinHalfAndWhole) {
  SeededRandom random(7);
  Backoff backoff(random);
  EXPECT_EQ(backoff.next(), Duration::zero());
  Duration whole = kBackoffFirst;
  for (int attempt = 0; attempt < 20; ++attempt) {
    const Duration pause = backoff.next();
    EXPECT_GE(pause, whole / 2);
    EXPECT_LE(pause, whole);
    whole = std::min(whole * 2, kBackoffMax);
  }
  EXPECT_EQ(whole, kBackoffMax);
  backoff.reset();
  EXPECT_EQ(backoff.next(), Duration::zero());
  EXPECT_LE(backoff.next(), kBackoffFirst);
}

TEST(Backoff, SpreadsClientsThatLostTheSameServer) {
  SeededRandom one(1), two(2);
  Backoff a(one), b(two);
  int differ = 0;
  for (int attempt = 0; attempt < 12; ++attempt) differ += a.next() != b.next() ? 1 : 0;
  EXPECT_GE(differ, 8);
}

TEST(Backoff, PausesBeforeWhatWasPutOffGrowToTheSameLimit) {
  SeededRandom random(1);
  for (const auto& [refusals, whole] : {std::pair{1U, kBackoffFirst},
                                        {2U, kBackoffFirst * 2},
                                        {5U, kBackoffFirst * 16},
                                        {9U, kBackoffMax},
                                        {1000U, kBackoffMax}}) {
    for (int i = 0; i < 100; ++i) {
      const Duration pause = pause_after(refusals, random);
      EXPECT_GE(pause, whole / 2);
      EXPECT_LE(pause, whole);
    }
  }
}

}  // namespace
}  // namespace strait::rpc
