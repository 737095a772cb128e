#include "storage/posix/sieve_plan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace strait::storage {
namespace {

constexpr SievePolicy kPolicy{.gap_max = 10, .run_max = 100, .runs_min = 3, .window_max = 200};

// Extents in each window of the list, "s" behind those that are sieved.
std::string plan(const std::vector<Extent>& extents) {
  std::string text;
  for (std::size_t at = 0; at < extents.size();) {
    const Window window = next_window(extents, at, kPolicy);
    text += fmt::format("{}{} ", window.count, pays(window, kPolicy) ? "s" : "");
    at += window.count;
  }
  return text;
}

TEST(SievePlan, Examples) {
  EXPECT_EQ(plan({{0, 8}}), "1 ");
  EXPECT_EQ(plan({{0, 8}, {8, 8}, {16, 8}}), "3 ");                    // neighbours: one run
  EXPECT_EQ(plan({{0, 8}, {16, 8}, {32, 8}}), "3s ");                  // dense
  EXPECT_EQ(plan({{0, 8}, {16, 8}}), "2 ");                            // too few to pay
  EXPECT_EQ(plan({{0, 8}, {19, 8}, {38, 8}}), "1 1 1 ");               // holes too large
  EXPECT_EQ(plan({{16, 8}, {0, 8}, {32, 8}}), "1 1 1 ");               // backwards, then too far
  EXPECT_EQ(plan({{0, 8}, {4, 8}}), "1 1 ");                           // overlap: in order
  EXPECT_EQ(plan({{0, 90}, {95, 90}, {190, 8}, {200, 8}}), "3s 1 ");   // the window is full
  EXPECT_EQ(plan({{0, 150}, {155, 8}, {165, 8}, {175, 8}}), "1 3s ");  // a long run by itself
  EXPECT_EQ(plan({{0, 300}, {300, 300}, {600, 8}}), "3 ");             // no bound where no holes
  EXPECT_EQ(plan({{5, 0}, {5, 8}, {20, 8}, {30, 8}}), "4s ");          // nothing, and then some
}

TEST(SievePlan, NothingOverflowsAtTheEndOfAllFiles) {
  EXPECT_EQ(plan({{kFileOffsetMax - 30, 8}, {kFileOffsetMax - 20, 8}, {kFileOffsetMax - 8, 8}}),
            "3s ");
  EXPECT_EQ(plan({{kFileOffsetMax, 0}, {0, 8}}), "1 1 ");
}

TEST(SievePlan, DescribesTheWindow) {
  const std::vector<Extent> extents{{100, 8}, {108, 2}, {115, 5}, {900, 1}};
  const Window window = next_window(extents, 0, kPolicy);
  EXPECT_EQ(window.count, 3U);
  EXPECT_EQ(window.hull, (Extent{100, 20}));
  EXPECT_EQ(window.payload, 15U);
  EXPECT_EQ(window.runs, 2U);
  EXPECT_FALSE(window.contiguous());
}

}  // namespace
}  // namespace strait::storage
