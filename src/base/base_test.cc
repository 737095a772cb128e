#include <gtest/gtest.h>

#include <cerrno>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/random.h"
#include "base/result.h"

namespace strait {
namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return error(ErrorKind::invalid_argument, "{} is odd", n);
  return n / 2;
}

Result<int> quarter(int n) {
  STRAIT_ASSIGN(const int h, half(n));
  STRAIT_TRY(half(h));
  return h / 2;
}

TEST(Result, CarriesTheFirstErrorOut) {
  EXPECT_EQ(*quarter(8), 2);
  const auto failed = quarter(6);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().what, "3 is odd");
}

TEST(Error, GrowsClausesInFront) {
  Error e = os_error(ENOSPC, "writing block 7").during("strait://h/data/x");
  EXPECT_EQ(e.kind, ErrorKind::no_space);
  EXPECT_EQ(e.os_errno, ENOSPC);
  EXPECT_EQ(e.what, "strait://h/data/x: writing block 7: No space left on device");
}

TEST(Error, KnowsItsCauseBehindTheRequest) {
  EXPECT_EQ(os_error(ENOSPC).cause(), "No space left on device");
  const Error asked = os_error(ENOSPC, "block 7").on("writing x").during("rank 3");
  EXPECT_EQ(asked.what, "rank 3: writing x: block 7: No space left on device");
  EXPECT_EQ(asked.cause(), "block 7: No space left on device");
  EXPECT_EQ(Error(asked).on("copying").cause(), asked.what);
}

TEST(Error, KindsThatComeFromAnErrnoGoBackToIt) {
  for (int number : {EACCES, ENOENT, EEXIST, ENOTDIR, EISDIR, ENOSPC, EDQUOT, EROFS, ENAMETOOLONG,
                     ENOTEMPTY, ESTALE, EXDEV, EFBIG}) {
    EXPECT_EQ(errno_of(kind_of_errno(number)), number);
  }
  EXPECT_EQ(os_error(ECONNRESET, "x").retry, Retry::reconnect);
}

TEST(Checked, RefusesWhatOverflows) {
  EXPECT_EQ(checked_add<std::uint64_t>(1, 2), 3U);
  EXPECT_FALSE(checked_add<std::uint64_t>(~0ULL, 1));
  EXPECT_FALSE(checked_mul<std::int64_t>(1LL << 40, 1LL << 40));
  EXPECT_TRUE(fits_in_file(kFileOffsetMax, 0));
  EXPECT_FALSE(fits_in_file(kFileOffsetMax, 1));
}

TEST(Extent, OverlapsOnlyWhereBytesAreShared) {
  EXPECT_TRUE(overlap({0, 10}, {9, 1}));
  EXPECT_FALSE(overlap({0, 10}, {10, 1}));
  EXPECT_FALSE(overlap({5, 0}, {0, 10}));
}

TEST(SeededRandom, RepeatsItself) {
  SeededRandom a(7), b(7);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.next(), b.next());
  for (int i = 0; i < 1000; ++i) EXPECT_LT(a.below(10), 10U);
}

TEST(ManualClock, MovesOnlyWhenTold) {
  ManualClock clock;
  const Instant before = clock.now();
  clock.advance(std::chrono::seconds(3));
  EXPECT_EQ(clock.now() - before, std::chrono::seconds(3));
}

}  // namespace
}  // namespace strait
