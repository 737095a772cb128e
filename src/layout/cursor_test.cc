#include "layout/cursor.h"

#include <gtest/gtest.h>

#include "base/bytes.h"
#include "layout/pack.h"
#include "layout/position.h"

namespace strait::layout {
namespace {

using Runs = std::vector<layout::Run>;

Type bytes(std::uint64_t size) { return *Type::elementary(size); }

Runs all(Cursor& cursor, std::size_t batch = 16) {
  Runs runs;
  Runs some(batch);
  while (const std::size_t n = cursor.fill(some))
    runs.insert(runs.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(n));
  return runs;
}

TEST(Cursor, IsAtTheEndUntilItSeeks) {
  Cursor cursor(bytes(4));
  EXPECT_EQ(cursor.next().length, 0u);
  EXPECT_EQ(cursor.next_strip().count, 0u);
}

TEST(Cursor, JoinsRunsAcrossTiles) {
  // Bytes 0-1 and 6-7 of every 8: a tile's end touches the next one's beginning.
  const Type type = *Type::resized(0, 8, *Type::vector(2, 1, 6, bytes(2)));
  Cursor cursor(type, 100);
  ASSERT_TRUE(cursor.seek(0, 12));
  EXPECT_EQ(all(cursor, 1), (Runs{{100, 2}, {106, 4}, {114, 4}, {122, 2}}));
}

TEST(Cursor, GivesOneRunForContiguousTilesWithoutEnd) {
  Cursor cursor(*Type::contiguous(10, bytes(8)), 5);
  ASSERT_TRUE(cursor.seek(3, std::uint64_t{1} << 60));
  EXPECT_EQ(cursor.next(1 << 20), (layout::Run{8, 1 << 20}));
  EXPECT_EQ(cursor.position(), 3u + (1 << 20));
  EXPECT_EQ(cursor.next().length, (std::uint64_t{1} << 60) - (1 << 20));
}

TEST(Cursor, GivesAMillionPiecesAsOneStrip) {
  Cursor cursor(*Type::resized(0, 16, bytes(8)), 32);
  ASSERT_TRUE(cursor.seek(8, 8000000));
  const Strip strip = cursor.next_strip();
  EXPECT_EQ(strip.offset, 48u);
  EXPECT_EQ(strip.length, 8u);
  EXPECT_EQ(strip.stride, 16u);
  EXPECT_EQ(strip.count, 1000000u);
}

TEST(Cursor, RefusesOffsetsBeyond64Bits) {
  const auto max = static_cast<std::int64_t>(kFileOffsetMax);
  Cursor dense(bytes(1), max - 10);
  EXPECT_TRUE(dense.seek(0, 10));
  EXPECT_EQ(dense.next(), (layout::Run{max - 10, 10}));
  const auto refused = dense.seek(0, 11);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::file_too_large);
  EXPECT_EQ(dense.next().length, 0u);

  Cursor holes(*Type::resized(0, max, bytes(1)));
  EXPECT_TRUE(holes.seek(0, 1));
  EXPECT_FALSE(holes.seek(0, 2));
  EXPECT_FALSE(holes.seek(5, 1));
  EXPECT_FALSE(holes.seek(kFileOffsetMax, kFileOffsetMax));
  EXPECT_FALSE(holes.seek(std::numeric_limits<std::uint64_t>::max(), 1));
  // Downwards too.
  Cursor down(*Type::resized(0, -max, bytes(1)), -2);
  EXPECT_FALSE(down.seek(2, 1));
}

// Found by the fuzzer: from a far negative place to a far positive one is more than 63 bits.
TEST(Cursor, StepsFurtherThan63BitsWherePlacesFit) {
  const std::int64_t far = std::int64_t{1} << 62;
  Cursor cursor(*Type::resized(0, far, bytes(2)), -far);
  ASSERT_TRUE(cursor.seek(0, 4));
  EXPECT_EQ(all(cursor), (Runs{{-far, 2}, {0, 2}}));
  ASSERT_TRUE(cursor.seek(0, 6));
  EXPECT_EQ(all(cursor), (Runs{{-far, 2}, {0, 2}, {far, 2}}));
}

TEST(Cursor, HasNothingToWalkInAnEmptyType) {
  Cursor cursor{Type()};
  EXPECT_TRUE(cursor.seek(0, 0));
  EXPECT_EQ(cursor.seek(0, 1).error().kind, ErrorKind::invalid_argument);
}

TEST(Cursor, OutlivesTheTypeItWasMadeFrom) {
  auto type = std::make_unique<Type>(*Type::vector(3, 1, 5, *Type::vector(2, 1, 2, bytes(1))));
  Cursor cursor(*type);
  type.reset();
  ASSERT_TRUE(cursor.seek(0, 6));
  EXPECT_EQ(all(cursor), (Runs{{0, 1}, {2, 1}, {5, 1}, {7, 1}, {10, 1}, {12, 1}}));
}

TEST(Pack, TakesAbsoluteAddresses) {
  const std::uint32_t words[3] = {1, 2, 3};
  std::vector<std::int64_t> at;
  for (const int i : {2, 0}) at.push_back(reinterpret_cast<std::int64_t>(&words[i]));
  Cursor cursor(*Type::indexed(at, 1, bytes(4)));
  ASSERT_TRUE(cursor.seek(0, 8));
  std::uint32_t out[2] = {};
  EXPECT_EQ(pack(cursor, nullptr, std::as_writable_bytes(std::span(out))), 8u);
  EXPECT_EQ(out[0], 3u);
  EXPECT_EQ(out[1], 1u);
}

TEST(Position, CountsTheBytesBelowAnOffset) {
  const Type type = *Type::resized(0, 100, *Type::vector(2, 1, 30, bytes(10)));
  EXPECT_EQ(*bytes_below(type, 1000, 0), 0u);
  EXPECT_EQ(*bytes_below(type, 1000, 1005), 5u);
  EXPECT_EQ(*bytes_below(type, 1000, 1020), 10u);
  EXPECT_EQ(*bytes_below(type, 1000, 1100), 20u);
  EXPECT_EQ(*bytes_below(type, 1000, 1235), 55u);
  EXPECT_EQ(*bytes_below(Type(), 0, 10), 0u);
  EXPECT_FALSE(bytes_below(*Type::resized(0, 5, bytes(10)), 0, 10));
  EXPECT_EQ(*offset_of(type, 1000, 55), 1235);
  EXPECT_FALSE(offset_of(Type(), 0, 0));
}

}  // namespace
}  // namespace strait::layout
