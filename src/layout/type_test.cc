#include "layout/type.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/bytes.h"
#include "layout/limits.h"

namespace strait::layout {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

Type bytes(std::uint64_t size) { return *Type::elementary(size); }

TEST(Type, WithoutAnythingIsEmpty) {
  const Type none;
  EXPECT_EQ(none.size(), 0u);
  EXPECT_EQ(none.extent(), 0);
  EXPECT_FALSE(none.is_contiguous());
  EXPECT_TRUE(none.monotonic());
  EXPECT_TRUE(*Type::elementary(0) == none);
  EXPECT_TRUE(*Type::contiguous(0, bytes(4)) == none);
  EXPECT_TRUE(*Type::vector(3, 0, 100, bytes(4)) == none);
  EXPECT_TRUE(*Type::indexed(std::vector<Block>{{100, 0}}, bytes(4)) == none);
  EXPECT_TRUE(*Type::structure(std::vector<Field>{{100, 0, bytes(4)}}) == none);
  EXPECT_TRUE(*Type::structure({}) == none);
}

TEST(Type, KeepsResizedBoundsOfNoBytes) {
  const Type type = *Type::contiguous(3, *Type::resized(-2, 10, Type()));
  EXPECT_EQ(type.size(), 0u);
  EXPECT_EQ(type.lower_bound(), -2);
  EXPECT_EQ(type.upper_bound(), 28);
}

TEST(Type, OfTouchingBlocksIsBytes) {
  const Type vector = *Type::vector(4, 2, 16, bytes(8));
  EXPECT_TRUE(vector == bytes(64));
  EXPECT_TRUE(vector.is_contiguous());
  EXPECT_TRUE(*Type::indexed(std::vector<Block>{{0, 1}, {4, 3}, {16, 2}}, bytes(4)) == bytes(24));
  EXPECT_TRUE(*Type::structure(std::vector<Field>{{0, 2, bytes(4)}, {8, 1, bytes(16)}}) ==
              bytes(24));
}

TEST(Type, OfBlocksAtEqualDistancesIsAVector) {
  const Type vector = *Type::vector(3, 2, 20, bytes(4));
  EXPECT_TRUE(*Type::indexed(std::vector<Block>{{0, 2}, {20, 2}, {40, 2}}, bytes(4)) == vector);
  EXPECT_TRUE(*Type::indexed(std::vector<std::int64_t>{0, 20, 40}, 2, bytes(4)) == vector);
  EXPECT_TRUE(*Type::structure(std::vector<Field>{
                  {0, 1, bytes(8)}, {20, 2, bytes(4)}, {40, 8, bytes(1)}}) == vector);
  EXPECT_EQ(vector.tree()->kind, Kind::strided);
}

TEST(Type, LosesWrappersOfOneElement) {
  const Type vector = *Type::vector(3, 1, 20, bytes(4));
  Type wrapped = vector;
  for (int i = 0; i < 1000; ++i) {
    wrapped = *Type::contiguous(1, wrapped);
    wrapped = *Type::structure(std::vector<Field>{{0, 1, wrapped}});
    wrapped = *Type::resized(0, 1000, wrapped);
  }
  EXPECT_EQ(wrapped.depth(), vector.depth());
  EXPECT_TRUE(*Type::resized(0, vector.extent(), wrapped) == vector);
}

TEST(Type, FlattensAChainOfStructures) {
  Type chain = *Type::vector(5, 1, 3, bytes(1));
  for (int i = 0; i < 5000; ++i)
    chain = *Type::structure(std::vector<Field>{{0, 1, bytes(2)}, {20, 1, chain}});
  EXPECT_EQ(chain.size(), 5u + 2 * 5000);
  EXPECT_LT(chain.depth(), 64u);
}

TEST(Type, CountsOnlyMarkersWhereThereAreSome) {
  const Type marked = *Type::resized(0, 4, bytes(4));
  const Type type = *Type::structure(std::vector<Field>{{100, 1, bytes(4)}, {8, 2, marked}});
  EXPECT_EQ(type.lower_bound(), 8);
  EXPECT_EQ(type.upper_bound(), 16);
  EXPECT_EQ(type.true_lower_bound(), 8);
  EXPECT_EQ(type.true_upper_bound(), 104);
}

TEST(Type, TakesTheOutermostBoundsOfNegativeExtents) {
  const Type backwards = *Type::contiguous(3, *Type::resized(0, -8, bytes(4)));
  EXPECT_EQ(backwards.lower_bound(), -16);
  EXPECT_EQ(backwards.upper_bound(), -8 + 0);
  EXPECT_EQ(backwards.true_lower_bound(), -16);
  EXPECT_EQ(backwards.true_upper_bound(), 4);
  EXPECT_FALSE(backwards.monotonic());
}

TEST(Type, TellsOverlapFromDescent) {
  // A row of 12 bytes every 10: overlap from tile to tile, but ascending.
  const Type halo = *Type::resized(0, 10, bytes(12));
  EXPECT_TRUE(halo.ascending());
  EXPECT_FALSE(halo.monotonic());
  const Type descending = *Type::indexed(std::vector<Block>{{8, 1}, {0, 1}}, bytes(4));
  EXPECT_FALSE(descending.ascending());
  EXPECT_TRUE((*Type::resized(0, 10, bytes(10))).monotonic());
}

TEST(Type, HoldsAbsoluteAddresses) {
  const std::int64_t address = 0x7fff12345678;
  const Type type = *Type::structure(std::vector<Field>{
      {address, 1, bytes(8)}, {address - 4096, 1, *Type::vector(2, 1, 9, bytes(1))}});
  EXPECT_EQ(type.true_lower_bound(), address - 4096);
  EXPECT_EQ(type.true_upper_bound(), address + 8);
  EXPECT_EQ(type.origin(), address);
}

TEST(Type, RefusesWhatDoesNotFit) {
  const auto refused = [](const Result<Type>& type) {
    return !type && type.error().kind == ErrorKind::invalid_argument;
  };
  const Type big = bytes(kFileOffsetMax);
  EXPECT_TRUE(refused(Type::elementary(kFileOffsetMax + 1)));
  EXPECT_TRUE(refused(Type::contiguous(2, big)));
  EXPECT_TRUE(refused(Type::contiguous(std::numeric_limits<std::uint64_t>::max(), bytes(1))));
  EXPECT_TRUE(refused(Type::vector(2, 1, kMax, bytes(1))));
  EXPECT_TRUE(refused(Type::vector(3, 1, kMin, bytes(1))));
  EXPECT_TRUE(refused(Type::vector(std::uint64_t{1} << 62, 1, 4, bytes(1))));
  EXPECT_TRUE(refused(Type::indexed(std::vector<Block>{{kMax, 1}}, bytes(1))));
  EXPECT_TRUE(refused(Type::indexed(std::vector<Block>{{kMin, 1}, {kMax - 1, 1}}, bytes(1))));
  EXPECT_TRUE(refused(Type::structure(std::vector<Field>{{kMax, 1, bytes(1)}})));
  EXPECT_TRUE(refused(Type::resized(kMax, 1, bytes(1))));
  EXPECT_TRUE(refused(Type::contiguous(3, *Type::resized(0, kMax, Type()))));
  // Just below.
  EXPECT_TRUE(Type::indexed(std::vector<Block>{{kMax - 1, 1}}, bytes(1)));
  EXPECT_TRUE(Type::vector(2, 1, kMax - 1, bytes(1)));
}

// Sharing makes the number of parts grow faster than the work that builds them.
TEST(Type, RefusesMorePartsThanTheLimit) {
  const Type a = *Type::vector(9, 1, 3, bytes(1));
  Result<Type> type = a;
  std::int64_t at = 1000;
  int levels = 0;
  while (type && levels < 64) {
    const Type inner = *type;
    // A vector between the structures, so that they are not flattened into one.
    const Type looped = *Type::vector(2, 1, at, inner);
    type = Type::structure(std::vector<Field>{{0, 1, looped}, {4 * at, 1, a}, {8 * at, 1, looped}});
    at *= 16;
    ++levels;
    if (at > kMax / 64) at = 1000;
  }
  ASSERT_FALSE(type);
  EXPECT_LT(levels, 30);
  EXPECT_EQ(type.error().kind, ErrorKind::invalid_argument);
}

}  // namespace
}  // namespace strait::layout
