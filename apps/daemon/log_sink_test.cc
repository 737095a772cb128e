#include "daemon/log_sink.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace strait::daemon {
namespace {

using testing::EndsWith;
using testing::MatchesRegex;

std::string logged(std::string_view sentence, std::initializer_list<LogField> fields) {
  std::ostringstream out;
  log_to_stream(out, LogLevel::debug)->info(sentence, fields);
  return out.str();
}

TEST(LogSink, WritesKeyEqualsValue) {
  const std::string line = logged("listening", {{"address", "127.0.0.1:7420"}, {"ranks", 4}});
  EXPECT_THAT(line, EndsWith("level=info msg=\"listening\" address=127.0.0.1:7420 ranks=4\n"));
  EXPECT_THAT(line, MatchesRegex("time=[0-9]+-[0-9]+-[0-9]+T[0-9:]+\\.[0-9]+Z level.*\n"));
}

TEST(LogSink, QuotesWhatCouldForgeALine) {
  EXPECT_THAT(logged("x", {{"name", "a b"}, {"empty", ""}, {"quote", "\""}, {"equals", "k=v"}}),
              EndsWith(R"(name="a b" empty="" quote="\"" equals="k=v")"
                       "\n"));
  EXPECT_THAT(logged("two\nlines", {{"name", "a\nlevel=error"}}),
              EndsWith(R"(msg="two\x0alines" name="a\x0alevel=error")"
                       "\n"));
  EXPECT_THAT(logged("{} %v", {}), EndsWith("msg=\"{} %v\"\n"));
}

TEST(LogSink, LeavesOutWhatIsBelowItsLevel) {
  std::ostringstream out;
  const auto log = log_to_stream(out, LogLevel::warning);
  EXPECT_FALSE(log->enabled(LogLevel::info));
  EXPECT_TRUE(log->enabled(LogLevel::warning));
  log->info("not this");
  log->error("but this");
  EXPECT_THAT(out.str(), MatchesRegex("time.* level=error msg=\"but this\"\n"));
}

}  // namespace
}  // namespace strait::daemon
