#include "config/spelling.h"

#include <gtest/gtest.h>

#include <array>

namespace strait::config {
namespace {

constexpr std::array<std::string_view, 6> kKnown = {"--export",    "--listen", "--log-level",
                                                    "--state-dir", "ls",       "rm"};

TEST(Spelling, FindsWhatWasMeant) {
  EXPECT_EQ(nearest("--exprot", kKnown), "--export") << "exchanged";
  EXPECT_EQ(nearest("--exports", kKnown), "--export") << "too many";
  EXPECT_EQ(nearest("--liste", kKnown), "--listen") << "missing";
  EXPECT_EQ(nearest("--log_level", kKnown), "--log-level") << "wrong";
  EXPECT_EQ(nearest("--LISTEN", kKnown), "--listen") << "another case";
  EXPECT_EQ(nearest("--statedirs", kKnown), "--state-dir") << "two slips in a long word";
  EXPECT_EQ(nearest("--state", kKnown), "--state-dir") << "its beginning";
  EXPECT_EQ(nearest("sl", kKnown), "ls");
  EXPECT_EQ(nearest("--listen", kKnown), "--listen");
}

TEST(Spelling, DoesNotGuessWhereTheWordIsAnotherOne) {
  EXPECT_EQ(nearest("--verbose", kKnown), "");
  EXPECT_EQ(nearest("cp", kKnown), "");
  EXPECT_EQ(nearest("", kKnown), "");
  EXPECT_EQ(nearest(std::string(65, 'l'), kKnown), "");
  EXPECT_EQ(nearest("ls", {}), "");
}

TEST(Spelling, AsksInWords) {
  EXPECT_EQ(did_you_mean("lss", kKnown), "; did you mean ls?");
  EXPECT_EQ(did_you_mean("--verbose", kKnown), "");
}

}  // namespace
}  // namespace strait::config
