#include "config/value.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace strait::config {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;
using testing::HasSubstr;

TEST(Sizes, HaveSuffixesOfBothKinds) {
  EXPECT_EQ(parse_size("0").value(), 0u);
  EXPECT_EQ(parse_size(" 4194304 ").value(), 4194304u);
  EXPECT_EQ(parse_size("4M").value(), 4u << 20);
  EXPECT_EQ(parse_size("4mib").value(), 4u << 20);
  EXPECT_EQ(parse_size("4 MiB").value(), 4u << 20);
  EXPECT_EQ(parse_size("4MB").value(), 4'000'000u);
  EXPECT_EQ(parse_size("7B").value(), 7u);
  EXPECT_EQ(parse_size("3T").value(), std::uint64_t{3} << 40);
}

TEST(Sizes, RefuseWhatIsNotASize) {
  for (const char* text : {"", "M", "-1", "+1", "1.5M", "4Q", "4MiBs", "4M 4", "0x10",
                           "18446744073709551616", "18446744073709551615K"})
    EXPECT_EQ(parse_size(text).error().kind, ErrorKind::invalid_argument) << text;
  EXPECT_THAT(parse_size("4Q").error().what, HasSubstr("'4Q' is not a size"));
}

TEST(Sizes, AreReadableAndReadBack) {
  EXPECT_EQ(readable_size(0), "0 B");
  EXPECT_EQ(readable_size(1000), "1000 B");
  EXPECT_EQ(readable_size(4u << 20), "4 MiB");
  for (const std::uint64_t bytes : {0ULL, 1ULL, 1024ULL, 3ULL << 30, 1ULL << 63})
    EXPECT_EQ(parse_size(readable_size(bytes)).value(), bytes);
}

TEST(Durations, HaveUnitsAndFractions) {
  EXPECT_EQ(parse_duration("60").value(), seconds(60));
  EXPECT_EQ(parse_duration("60s").value(), seconds(60));
  EXPECT_EQ(parse_duration("1.5s").value(), milliseconds(1500));
  EXPECT_EQ(parse_duration("0.25").value(), milliseconds(250));
  EXPECT_EQ(parse_duration("500 ms").value(), milliseconds(500));
  EXPECT_EQ(parse_duration("2m").value(), seconds(120));
  EXPECT_EQ(parse_duration("1h").value(), seconds(3600));
  EXPECT_EQ(parse_duration("1.0000000019s").value(), seconds(1) + nanoseconds(1));
}

TEST(Durations, RefuseWhatIsNotADuration) {
  for (const char* text : {"", "s", "-1s", "1.s", ".5s", "1d", "1s2", "10000000000s", "1e3"})
    EXPECT_EQ(parse_duration(text).error().kind, ErrorKind::invalid_argument) << text;
}

TEST(Durations, ReadBack) {
  EXPECT_EQ(format_duration(seconds(60)), "60s");
  EXPECT_EQ(format_duration(milliseconds(1500)), "1500ms");
  for (const Duration duration : {Duration(0), Duration(1), Duration(seconds(7200))})
    EXPECT_EQ(parse_duration(format_duration(duration)).value(), duration);
}

TEST(Switches, HaveManySpellings) {
  for (const char* text : {"true", "YES", "on", "enable", "1"})
    EXPECT_TRUE(parse_switch(text).value()) << text;
  for (const char* text : {"False", "no", "OFF", " disable ", "0"})
    EXPECT_FALSE(parse_switch(text).value()) << text;
  for (const char* text : {"", "2", "automatic", "tru"})
    EXPECT_FALSE(parse_switch(text).has_value()) << text;
}

}  // namespace
}  // namespace strait::config
