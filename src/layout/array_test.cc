// Subarrays and distributed arrays, small ones exhaustively, against their direct formulas.
#include <gtest/gtest.h>

#include "layout/testing/random_type.h"

namespace strait::layout {
namespace {

using namespace testing;

void expect_same(const Type& type, const TypeMap& map) {
  EXPECT_EQ(type.lower_bound(), map.lower());
  EXPECT_EQ(type.upper_bound(), map.upper());
  ASSERT_EQ(type.size(), map.bytes.size());
  std::vector<layout::Run> runs(map.bytes.size() + 1);
  Cursor cursor(type);
  ASSERT_TRUE(cursor.seek(0, type.size()));
  runs.resize(cursor.fill(runs));
  EXPECT_EQ(runs, maximal_runs(map.bytes));
}

const Sample& gapped_element() {
  static const Sample sample{*Type::resized(0, 5, *Type::elementary(3)),
                             resized_map(elementary_map(3), 0, 5)};
  return sample;
}

TEST(Subarray, IsItsFormula) {
  const Sample& element = gapped_element();
  for (const auto order : {ArrayOrder::c, ArrayOrder::fortran})
    for (std::uint64_t count = 1; count <= 3; ++count)
      for (std::uint64_t start = 0; start + count <= 3; ++start) {
        const std::vector<Slice> slices = {{3, count, start}, {4, 2, 1}, {2, 1, 1}};
        expect_same(*subarray(slices, order, element.type),
                    subarray_map(slices, order, element.map));
      }
}

TEST(Subarray, RefusesWhatLiesOutside) {
  const Type one = *Type::elementary(1);
  EXPECT_FALSE(subarray(std::vector<Slice>{}, ArrayOrder::c, one));
  EXPECT_FALSE(subarray(std::vector<Slice>{{4, 5, 0}}, ArrayOrder::c, one));
  EXPECT_FALSE(subarray(std::vector<Slice>{{4, 2, 3}}, ArrayOrder::c, one));
  const std::uint64_t huge = std::uint64_t{1} << 40;
  EXPECT_FALSE(subarray(std::vector<Slice>{{huge, 1, 0}, {huge, 1, 0}}, ArrayOrder::c, one));
  EXPECT_TRUE((*subarray(std::vector<Slice>{{4, 0, 4}}, ArrayOrder::c, one)).empty());
}

TEST(Subarray, OfWholeRowsIsOneRun) {
  const std::vector<Slice> planes = {{8, 3, 2}, {16, 16, 0}, {32, 32, 0}};
  EXPECT_TRUE((*subarray(planes, ArrayOrder::c, *Type::elementary(8))).is_one_run());
}

TEST(Darray, IsItsFormulaAndCoversTheArray) {
  const Sample& element = gapped_element();
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    SeededRandom random(seed);
    std::vector<DistributedDimension> dimensions;
    std::uint64_t processes = 1;
    std::uint64_t total = element.type.size();
    for (std::uint64_t i = 1 + random.below(3); i > 0; --i) {
      DistributedDimension d{
          1 + random.below(9), static_cast<Distribution>(random.below(3)), {}, 1};
      if (d.how != Distribution::none) d.processes = 1 + random.below(4);
      if (d.how == Distribution::cyclic) d.argument = 1 + random.below(4);
      processes *= d.processes;
      total *= d.size;
      dimensions.push_back(d);
    }
    const auto order = random.chance(1, 2) ? ArrayOrder::c : ArrayOrder::fortran;
    std::uint64_t held = 0;
    for (std::uint64_t rank = 0; rank < processes; ++rank) {
      const Type type = *darray(rank, dimensions, order, element.type);
      expect_same(type, darray_map(rank, dimensions, order, element.map));
      held += type.size();
    }
    EXPECT_EQ(held, total);
    if (HasFailure()) return;
  }
}

TEST(Darray, RefusesBadGrids) {
  const Type one = *Type::elementary(1);
  using Dimensions = std::vector<DistributedDimension>;
  const auto refused = [&](std::uint64_t rank, const Dimensions& dimensions) {
    return !darray(rank, dimensions, ArrayOrder::c, one);
  };
  EXPECT_TRUE(refused(0, {}));
  EXPECT_TRUE(refused(2, {{8, Distribution::block, {}, 2}}));
  EXPECT_TRUE(refused(0, {{8, Distribution::none, {}, 2}}));
  EXPECT_TRUE(refused(0, {{8, Distribution::block, 3, 2}}));
  EXPECT_TRUE(refused(0, {{8, Distribution::cyclic, 0, 2}}));
  EXPECT_TRUE(refused(0, {{8, Distribution::block, {}, 0}}));
}

}  // namespace
}  // namespace strait::layout
