#include "config/reference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace strait::config {
namespace {

using testing::HasSubstr;

// `STRAIT_REGENERATE=1 build/release/bin/config_test` brings the page up to date.
TEST(OptionsPage, IsCurrent) {
  const std::string path = STRAIT_SOURCE_DIR "/docs/reference/options.md";
  if (std::getenv("STRAIT_REGENERATE")) std::ofstream(path) << options_page();
  std::ostringstream kept;
  kept << std::ifstream(path).rdbuf();
  EXPECT_EQ(kept.str(), options_page()) << path;
}

TEST(OptionsText, ShowsValuesInForce) {
  Options options;
  options.timeout = std::chrono::seconds(5);
  const std::string text = options_text(options);
  EXPECT_THAT(text, HasSubstr("strait_timeout           5s\n    variable STRAIT_TIMEOUT\n"));
  EXPECT_THAT(text, HasSubstr("default 60s"));
  EXPECT_THAT(text, HasSubstr("STRAIT_MAP               none\n"));
}

}  // namespace
}  // namespace strait::config
