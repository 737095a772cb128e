#include "cli/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace strait::cli {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kMiB = 1 << 20;

ProgressState half_way() {
  return {
      .name = "result.h5", .done = 50 * kMiB, .total = 100 * kMiB, .bytes_per_second = 10.0 * kMiB};
}

TEST(ProgressLine, SaysHowFarHowFastAndHowLong) {
  const std::string line = progress_line(half_way(), 80);
  for (const char* word : {"result.h5", " 50%", "50.0 MiB", "10.0 MiB/s", "0:05 left"})
    EXPECT_THAT(line, HasSubstr(word));
}

TEST(ProgressLine, NeverWraps) {
  ProgressState state = half_way();
  const std::string name(300, 'n');
  state.name = name;
  for (const unsigned width : {60u, 80u, 200u})
    EXPECT_LT(progress_line(state, width).size(), width);
  EXPECT_THAT(progress_line(state, 80), HasSubstr("...n"));
}

TEST(ProgressLine, WithoutATotalThereIsNoEnd) {
  ProgressState state = half_way();
  state.total.reset();
  EXPECT_EQ(progress_line(state, 80).find('%'), std::string::npos);
  EXPECT_EQ(progress_line(state, 80).find("left"), std::string::npos);
}

TEST(ProgressLine, AFileThatGrewIsNotMoreThanWhole) {
  ProgressState state = half_way();
  state.done = 200 * kMiB;
  EXPECT_THAT(progress_line(state, 80), HasSubstr("100%"));
}

TEST(ProgressLine, AnEmptyFileIsWhole) {
  EXPECT_THAT(progress_line({.name = "empty", .total = 0}, 80), HasSubstr("100%"));
}

TEST(ProgressLine, NothingMovesForEver) {
  ProgressState state = half_way();
  state.bytes_per_second = 2;
  EXPECT_THAT(progress_line(state, 80), HasSubstr("stalled"));
}

TEST(ProgressLine, AtTheEndItSaysHowLongItTook) {
  ProgressState state = half_way();
  state.ended = true;
  state.elapsed = std::chrono::seconds(65);
  EXPECT_THAT(progress_line(state, 80), HasSubstr("in 1:05"));
}

}  // namespace
}  // namespace strait::cli
