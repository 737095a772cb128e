#include "client/region.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "wire/limits.h"

namespace strait::client {
namespace {

constexpr std::uint64_t kFileMax = (std::uint64_t{1} << 63) - 1;

using Extents = std::vector<Extent>;

Region list(const Extents& extents) { return std::span<const Extent>(extents); }

// What the parts say, put together again; and that they are in order and bounded.
Extents joined(const std::vector<Part>& parts, const CutOptions& options) {
  Extents out;
  std::uint64_t begin = 0;
  for (const Part& part : parts) {
    EXPECT_EQ(part.begin, begin);
    EXPECT_GT(part.length, 0U);
    EXPECT_TRUE(options.whole || part.length <= options.request_size);
    EXPECT_LE(part.extents.size(), wire::kExtentsMax);
    std::uint64_t sum = 0;
    for (const Extent& extent : part.extents) {
      EXPECT_GE(extent.offset, part.bounds.offset);
      EXPECT_LE(extent.end(), part.bounds.end());
      sum += extent.length;
      if (!out.empty() && out.back().end() == extent.offset) {
        out.back().length += extent.length;
      } else {
        out.push_back(extent);
      }
    }
    EXPECT_EQ(sum, part.length);
    begin += part.length;
  }
  return out;
}

TEST(Region, CutsAnExtentIntoRequests) {
  const CutOptions options{.request_size = 100};
  const auto parts = cut(Extent{50, 250}, options);
  ASSERT_TRUE(parts);
  ASSERT_EQ(parts->size(), 3U);
  EXPECT_EQ((*parts)[2].bounds, (Extent{250, 50}));
  EXPECT_EQ(joined(*parts, options), (Extents{{50, 250}}));
  EXPECT_EQ(cut(Extent{50, 250}, {.request_size = 100, .whole = true})->size(), 1U);
}

TEST(Region, KeepsManyExtentsInOrderWithinTheLimits) {
  SeededRandom random(1);
  for (int round = 0; round < 100; ++round) {
    Extents extents;
    std::uint64_t at = random.below(100);
    for (std::uint64_t i = 1 + random.below(50); i != 0; --i) {
      extents.push_back({at, 1 + random.below(300)});
      at = extents.back().end() + 1 + random.below(50);
    }
    const CutOptions options{.request_size = 1 + random.below(500)};
    const auto parts = cut(list(extents), options);
    ASSERT_TRUE(parts);
    EXPECT_EQ(joined(*parts, options), extents);
  }
}

TEST(Region, PutsNoMoreExtentsIntoARequestThanThereMayBe) {
  Extents extents;
  for (std::uint64_t i = 0; i < wire::kExtentsMax + 10; ++i) extents.push_back({i * 2, 1});
  const auto parts = cut(list(extents), {});
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->size(), 2U);
  EXPECT_EQ(joined(*parts, {}), extents);
}

TEST(Region, RefusesWhatLiesBeyondTheLargestFile) {
  EXPECT_TRUE(cut(Extent{kFileMax - 10, 10}, {}));
  for (const Extent beyond :
       {Extent{kFileMax - 10, 11}, Extent{~std::uint64_t{0}, 2}, Extent{2, ~std::uint64_t{0}}}) {
    const auto parts = cut(beyond, {});
    ASSERT_FALSE(parts);
    EXPECT_EQ(parts.error().kind, ErrorKind::file_too_large);
  }
}

// A sum that wraps round would let four bytes of memory pass for it.
TEST(Region, ALengthThatNoMemoryHasIsNotMistakenForAShortOne) {
  const std::uint64_t half = std::uint64_t{1} << 63;
  EXPECT_EQ(length_of(list({{0, half}, {0, half}, {0, 4}})), ~std::uint64_t{0});
  EXPECT_EQ(length_of(list({{0, 4}, {10, 6}})), 10U);
}

std::shared_ptr<const layout::View> every_other(std::uint64_t piece, std::uint64_t of) {
  const auto row = *layout::Type::elementary(piece);
  const auto tile = *layout::Type::resized(0, static_cast<std::int64_t>(of), row);
  return std::make_shared<const layout::View>(
      *layout::View::create(row, tile, layout::ViewUse::writing));
}

TEST(Region, AViewTravelsAsItselfWhereItsRunsAreMany) {
  const ViewRange range{.view = every_other(8, 16), .displacement = 100, .offset = 8, .length = 80};
  const auto parts = cut(range, {.request_size = 32});
  ASSERT_TRUE(parts);
  ASSERT_EQ(parts->size(), 3U);
  for (const Part& part : *parts) EXPECT_TRUE(part.extents.empty());
  EXPECT_EQ((*parts)[0].bounds, (Extent{116, 56}));
  EXPECT_EQ((*parts)[2].begin, 64U);
  EXPECT_EQ((*parts)[2].bounds, (Extent{116 + 128, 24}));
}

TEST(Region, AFewRunsOfAViewTravelAsExtentsUnlessACollectiveAsksOtherwise) {
  const ViewRange range{.view = every_other(8, 16), .displacement = 4, .offset = 4, .length = 12};
  const auto few = cut(range, {});
  ASSERT_TRUE(few);
  EXPECT_EQ(joined(*few, {}), (Extents{{8, 4}, {20, 8}}));
  EXPECT_TRUE(cut(range, {.use_view = true})->front().extents.empty());
}

TEST(Region, AViewThatLeavesTheFileIsRefused) {
  const ViewRange far{.view = every_other(8, 16), .displacement = kFileMax - 20, .length = 800};
  EXPECT_EQ(cut(far, {}).error().kind, ErrorKind::file_too_large);
  const ViewRange wraps{.view = every_other(8, 16), .offset = ~std::uint64_t{0} - 3, .length = 8};
  EXPECT_FALSE(cut(wraps, {}));
  EXPECT_TRUE(cut(ViewRange{.view = every_other(8, 16), .length = 0}, {})->empty());
}

}  // namespace
}  // namespace strait::client
