#include "cli/figures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace strait::cli {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;

TEST(Figures, ShortSizesAreThoseOfLs) {
  EXPECT_EQ(short_size(0), "0");
  EXPECT_EQ(short_size(1023), "1023");
  EXPECT_EQ(short_size(1024), "1.0K");
  EXPECT_EQ(short_size(1025), "1.1K");
  EXPECT_EQ(short_size(10 * 1024), "10K");
  EXPECT_EQ(short_size(10 * 1024 + 1), "11K");
  EXPECT_EQ(short_size((1 << 20) - 1), "1.0M");
  EXPECT_EQ(short_size(std::uint64_t{3} << 40), "3.0T");
  EXPECT_EQ(short_size(std::numeric_limits<std::uint64_t>::max()), "16E");
}

TEST(Figures, LongSizesHaveThreeDigits) {
  EXPECT_EQ(long_size(912), "912 B");
  EXPECT_EQ(long_size(1536), "1.50 KiB");
  EXPECT_EQ(long_size(std::uint64_t{20} << 20), "20.0 MiB");
  EXPECT_EQ(long_size(std::uint64_t{300} << 30), "300 GiB");
  EXPECT_EQ(long_size((1 << 20) - 1), "1.00 MiB");
}

TEST(Figures, RatesBearNonsense) {
  EXPECT_EQ(rate(512.0 * (1 << 20)), "512 MiB/s");
  EXPECT_EQ(rate(std::numeric_limits<double>::infinity()), "0 B/s");
  EXPECT_EQ(rate(-5), "0 B/s");
  EXPECT_EQ(rate(std::nan("")), "0 B/s");
}

TEST(Figures, Durations) {
  EXPECT_EQ(clock_time(seconds(7)), "0:07");
  EXPECT_EQ(clock_time(seconds(754)), "12:34");
  EXPECT_EQ(clock_time(seconds(3723)), "1:02:03");
  EXPECT_EQ(short_duration(nanoseconds(12'345)), "12.3 us");
  EXPECT_EQ(short_duration(nanoseconds(999'600)), "1.00 ms");
  EXPECT_EQ(short_duration(milliseconds(1200)), "1.20 s");
}

TEST(Figures, ModesAreThoseOfLs) {
  EXPECT_EQ(mode_text(wire::FileKind::file, 0644), "-rw-r--r--");
  EXPECT_EQ(mode_text(wire::FileKind::directory, 01777), "drwxrwxrwt");
  EXPECT_EQ(mode_text(wire::FileKind::symlink, 0777), "lrwxrwxrwx");
  EXPECT_EQ(mode_text(wire::FileKind::file, 04755), "-rwsr-xr-x");
  EXPECT_EQ(mode_text(wire::FileKind::file, 06644), "-rwSr-Sr--");
  EXPECT_EQ(mode_text(wire::FileKind::other, 01000), "?--------T");
}

TEST(Figures, TimesBearWhateverAServerSends) {
  const wire::Timestamp far = {std::numeric_limits<std::int64_t>::max(), 5};
  EXPECT_EQ(minute_text(far), "@9223372036854775807");
  EXPECT_EQ(minute_text({0, 0}).size(), std::string("1970-01-01 00:00").size());
}

}  // namespace
}  // namespace strait::cli
