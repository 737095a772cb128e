#include "sys/environment.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace strait::sys {
namespace {

TEST(Environment, TellsUnsetFromEmpty) {
  ::setenv("STRAIT_TEST_VARIABLE", "", 1);
  EXPECT_EQ(environment("STRAIT_TEST_VARIABLE"), "");
  ::setenv("STRAIT_TEST_VARIABLE", "x", 1);
  EXPECT_EQ(environment("STRAIT_TEST_VARIABLE"), "x");
  ::unsetenv("STRAIT_TEST_VARIABLE");
  EXPECT_EQ(environment("STRAIT_TEST_VARIABLE"), std::nullopt);
}

TEST(Environment, ListsTheNamesThatBeginSo) {
  const ScopedVariable one("STRAIT_TEST_LISTED_A", "x=y");
  const ScopedVariable two("STRAIT_TEST_LISTED_B", "");
  auto names = environment_names("STRAIT_TEST_LISTED_");
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"STRAIT_TEST_LISTED_A", "STRAIT_TEST_LISTED_B"}));
  EXPECT_TRUE(environment_names("STRAIT_TEST_NOBODY").empty());
}

TEST(Environment, ScopedVariableGivesBackWhatWasThere) {
  ::setenv("STRAIT_TEST_VARIABLE", "before", 1);
  {
    const ScopedVariable changed("STRAIT_TEST_VARIABLE", "meanwhile");
    const ScopedVariable made("STRAIT_TEST_OTHER", "x");
    EXPECT_EQ(environment("STRAIT_TEST_VARIABLE"), "meanwhile");
    EXPECT_EQ(environment("STRAIT_TEST_OTHER"), "x");
  }
  EXPECT_EQ(environment("STRAIT_TEST_VARIABLE"), "before");
  EXPECT_EQ(environment("STRAIT_TEST_OTHER"), std::nullopt);
  ::unsetenv("STRAIT_TEST_VARIABLE");
}

TEST(Environment, KnowsWhereItIs) {
  EXPECT_EQ(working_directory(), std::filesystem::current_path().string());
  const mode_t before = ::umask(027);
  EXPECT_EQ(file_creation_mask(), 027U);
  EXPECT_EQ(::umask(before), 027U);
}

TEST(SmallFile, ReadsRegularFilesOnly) {
  const std::string path = testing::TempDir() + "strait_small_file_" + std::to_string(::getpid());
  EXPECT_EQ(small_file(path), std::nullopt);
  std::ofstream(path) << "key value\n";
  EXPECT_EQ(small_file(path), "key value\n");
  std::filesystem::resize_file(path, (1 << 20) + 1);
  EXPECT_EQ(small_file(path), std::nullopt);
  std::filesystem::remove(path);
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(small_file(path), std::nullopt);
  std::filesystem::remove(path);
  EXPECT_EQ(small_file(testing::TempDir()), std::nullopt);
}

}  // namespace
}  // namespace strait::sys
