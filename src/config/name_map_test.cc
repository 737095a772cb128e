#include "config/name_map.h"

#include <gtest/gtest.h>

namespace strait::config {
namespace {

std::string translated(std::string_view map, std::string_view name, std::string_view cwd = "/") {
  return NameMap::parse(map).value().translate(name, cwd).value_or("local");
}

TEST(NameMap, ReplacesThePrefix) {
  EXPECT_EQ(translated("/scratch=strait://host/data", "/scratch/run/x"),
            "strait://host/data/run/x");
  EXPECT_EQ(translated("/scratch/=strait://host/data/", "/scratch"), "strait://host/data");
  EXPECT_EQ(translated("/scratch=strait:host:7420:/data", "/scratch/x"),
            "strait:host:7420:/data/x");
  EXPECT_EQ(translated("/=strait://host/data", "/x"), "strait://host/data/x");
}

TEST(NameMap, CoversWholeComponentsOnly) {
  EXPECT_EQ(translated("/scratch=strait://host/data", "/scratch2/x"), "local");
  EXPECT_EQ(translated("/scratch=strait://host/data", "/other"), "local");
  EXPECT_EQ(translated("/scratch=strait://host/data", ""), "local");
  EXPECT_EQ(translated("", "/scratch"), "local");
}

TEST(NameMap, TheLongestPrefixWins) {
  const char* map = "/s=strait://a/x, /s/fast=strait://b/y";
  EXPECT_EQ(translated(map, "/s/f"), "strait://a/x/f");
  EXPECT_EQ(translated(map, "/s/fast/f"), "strait://b/y/f");
}

TEST(NameMap, TakesRelativeNamesFromTheWorkingDirectory) {
  const char* map = "/home/me/run=strait://host/data/dir";
  EXPECT_EQ(translated(map, "out.nc", "/home/me/run"), "strait://host/data/dir/out.nc");
  EXPECT_EQ(translated(map, "./a//b", "/home/me/run"), "strait://host/data/dir/a/b");
  EXPECT_EQ(translated(map, "../run/x", "/home/me/run"), "strait://host/data/dir/x");
  EXPECT_EQ(translated(map, "../x", "/home/me/run"), "local");
  EXPECT_EQ(translated(map, "../../../../../x", "/home/me/run"), "local");
}

TEST(NameMap, LeavesRemoteNamesAlone) {
  EXPECT_EQ(translated("/=strait://host/data", "strait://other/data/x"), "local");
}

TEST(NameMap, SaysWhichMappingIsWrong) {
  for (const char* map : {"/scratch", "/scratch=", "scratch=strait://h/e", "/s=http://h/e",
                          "/s=strait:", "/s=strait://h/e,/s/=strait://h/f"}) {
    const auto result = NameMap::parse(map);
    ASSERT_FALSE(result) << map;
    EXPECT_TRUE(result.error().what.starts_with("'")) << map;  // the caller says where it stood
  }
}

TEST(NameMap, SaysHowToWriteARelativePrefix) {
  const auto result = NameMap::parse("run=strait://h/e");
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().what.find("$PWD/"), std::string::npos) << result.error().what;
}

}  // namespace
}  // namespace strait::config
