#include "sys/environment.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

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
