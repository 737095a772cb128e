#include "client/region.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "layout/cursor.h"
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

// In atomic mode nothing may be cut: the list becomes a view, of the same bytes in the same order.
TEST(Region, MoreExtentsThanARequestMayHaveTravelAsAViewWhereNothingMayBeCut) {
  SeededRandom random(3);
  Extents extents;
  std::uint64_t at = 7;
  for (std::uint64_t i = 0; i < wire::kExtentsMax + 10; ++i) {
    extents.push_back({at, 1 + random.below(9)});
    at = extents.back().end() + 1 + random.below(9);
  }
  const auto parts = cut(list(extents), {.whole = true});
  ASSERT_TRUE(parts);
  ASSERT_EQ(parts->size(), 1U);
  const Part& part = parts->front();
  EXPECT_EQ(part.length, length_of(list(extents)));
  EXPECT_EQ(part.bounds, (Extent{7, extents.back().end() - 7}));
  EXPECT_TRUE(part.extents.empty());
  ASSERT_TRUE(part.view && !part.view->form().empty());
  layout::Cursor cursor(part.view->tile(), 0);
  ASSERT_TRUE(cursor.seek(0, part.length));
  for (const Extent& extent : extents) {
    const layout::Run run = cursor.next();
    ASSERT_EQ((Extent{static_cast<std::uint64_t>(run.offset), run.length}), extent);
  }
  EXPECT_EQ(cursor.remaining(), 0U);
}

TEST(Region, WhatFitsIntoNoRequestAndMayNotBeCutIsRefusedWithAdvice) {
  Extents descending;
  for (std::uint64_t i = wire::kExtentsMax + 10; i != 0; --i) descending.push_back({i * 2, 1});
  const auto back = cut(list(descending), {.whole = true});
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().kind, ErrorKind::unsupported);
  EXPECT_NE(back.error().what.find("without atomic mode"), std::string::npos);
  SeededRandom random(3);
  Extents ragged;
  for (std::uint64_t i = 0; i < 300; ++i) ragged.push_back({i * 20, 1 + random.below(9)});
  EXPECT_TRUE(cut(list(ragged), {.whole = true, .extents_max = 200}));
  EXPECT_FALSE(cut(list(ragged), {.whole = true, .extents_max = 200, .layout_max = 1000}));
}

TEST(Region, CutsForWhatTheServerTakes) {
  wire::Limits server;
  server.payload_max = 1000;
  server.extents_max = 5;
  server.layout_max = 30;
  const CutOptions options = within({.request_size = 4000}, server);
  EXPECT_EQ(options.request_size, 1000U);
  EXPECT_EQ(cut(Extent{0, 4000}, options)->size(), 4U);
  Extents extents;
  for (std::uint64_t i = 0; i < 20; ++i) extents.push_back({i * 2, 1});
  EXPECT_EQ(cut(list(extents), options)->size(), 4U);
  // A view that the server would not take goes as its extents.
  const layout::Type byte = *layout::Type::elementary(1);
  const layout::Type tile = *layout::Type::resized(0, 2, byte);
  const ViewRange range{.view = std::make_shared<const layout::View>(
                            *layout::View::create(byte, tile, layout::ViewUse::writing)),
                        .length = 20};
  ASSERT_GT(range.view->form().size(), 30U) << "or this tests nothing";
  EXPECT_EQ(cut(range, options)->size(), 4U);
  server = {};
  server.bytes_max = 500;
  server.body_max = wire::kBodyMaxLeast;
  EXPECT_EQ(within({.request_size = 4000}, server).request_size, 500U);
  EXPECT_LE(within({}, server).extents_max * sizeof(Extent), server.body_max);
  EXPECT_LT(within({}, server).layout_max, server.body_max);
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
