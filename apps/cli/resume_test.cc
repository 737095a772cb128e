#include "cli/resume.h"

#include <gtest/gtest.h>

#include "cli/copy.h"
#include "cli/piece.h"

namespace strait::cli {
namespace {

FileFacts facts(std::uint64_t size, std::int64_t seconds) { return {size, {seconds, 0}}; }

TEST(Resume, APartContinuesWhereItEnds) {
  EXPECT_EQ(resume_offset(facts(100, 5), facts(40, 6), 0), 40u);
  EXPECT_EQ(resume_offset(facts(100, 5), facts(40, 5), 0), 40u);
  EXPECT_EQ(resume_offset(facts(100, 5), facts(100, 6), 0), 100u);
}

TEST(Resume, WhatMayHaveHolesIsCopiedAgain) {
  EXPECT_EQ(resume_offset(facts(100, 5), facts(40, 6), 30), 10u);
  EXPECT_EQ(resume_offset(facts(100, 5), facts(40, 6), 40), 0u);
  EXPECT_EQ(resume_offset(facts(100, 5), facts(40, 6), 50), 0u);
}

TEST(Resume, ANewerOrShorterSourceStartsAgain) {
  EXPECT_EQ(resume_offset(facts(100, 7), facts(40, 6), 0), 0u);
  EXPECT_EQ(resume_offset(facts(30, 5), facts(40, 6), 0), 0u);
}

TEST(Resume, ACopyIsCompleteWhenAsLongAndNotOlder) {
  EXPECT_TRUE(is_complete(facts(100, 5), facts(100, 5)));
  EXPECT_TRUE(is_complete(facts(100, 5), facts(100, 9)));
  EXPECT_FALSE(is_complete(facts(100, 5), facts(100, 4)));
  EXPECT_FALSE(is_complete(facts(100, 5), facts(99, 9)));
}

TEST(Resume, NanosecondsCount) {
  EXPECT_TRUE(older({5, 1}, {5, 2}));
  EXPECT_FALSE(older({5, 2}, {5, 2}));
  EXPECT_TRUE(older({4, 9}, {5, 0}));
}

TEST(Resume, TheLastBytesBeforeItAreChecked) {
  EXPECT_EQ(checked_range(10), (Extent{0, 10}));
  const Extent range = checked_range(std::uint64_t{5} << 20);
  EXPECT_EQ(range.end(), std::uint64_t{5} << 20);
  EXPECT_EQ(range.length, 1u << 20);
}

TEST(Resume, PartsHaveNamesThatFit) {
  EXPECT_EQ(part_name("x.h5"), "x.h5.part");
  EXPECT_EQ(part_name(std::string(255, 'x')).size(), 255u);
}

TEST(Resume, NoMoreIsInFlightThanIsSentAgain) {
  EXPECT_EQ(pieces_in_flight(0), 2u);
  EXPECT_EQ(pieces_in_flight(std::uint64_t{16} << 30) * kPieceSize, kInFlightMax);
}

TEST(Copy, OnlyPlainNamesBecomeFiles) {
  for (const char* name : {"a", ".hidden", "...", "a b"}) EXPECT_TRUE(is_plain_component(name));
  for (const char* name : {"", ".", "..", "a/b", "/"}) EXPECT_FALSE(is_plain_component(name));
  EXPECT_FALSE(is_plain_component(std::string_view("a\0b", 3)));
}

TEST(Copy, LastComponents) {
  EXPECT_EQ(last_component("a/b"), "b");
  EXPECT_EQ(last_component("a/b//"), "b");
  EXPECT_EQ(last_component("b"), "b");
  EXPECT_EQ(last_component("/"), "/");
  EXPECT_EQ(joined("", "b"), "b");
  EXPECT_EQ(joined("a", "b"), "a/b");
  EXPECT_EQ(joined("a/", "b"), "a/b");
}

}  // namespace
}  // namespace strait::cli
