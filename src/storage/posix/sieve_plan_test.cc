#include "storage/posix/sieve_plan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace strait::storage {
namespace {

constexpr SievePolicy kPolicy{.gap_max = 10, .run_max = 100, .runs_min = 3, .window_max = 200};

// Rows in each window of the list, "s" behind those that are sieved.
std::string plan(const std::vector<Strip>& strips) {
  std::string text;
  SievePlan plan(strips, kPolicy);
  for (Window window = plan.next(); window.payload != 0; window = plan.next()) {
    std::uint64_t rows = 0;
    for (std::size_t i = 0; i < window.rows.strips(); ++i) {
      if (window.rows.strip(i).length != 0) rows += window.rows.strip(i).count;
    }
    text += fmt::format("{}{} ", rows, pays(window, kPolicy) ? "s" : "");
  }
  return text;
}

TEST(SievePlan, Examples) {
  EXPECT_EQ(plan({}), "");
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
  EXPECT_EQ(plan({{5, 0}, {5, 8}, {20, 8}, {30, 8}}), "3s ");          // nothing, and then some
}

TEST(SievePlan, ExamplesOfManyRows) {
  EXPECT_EQ(plan({{0, 8, 16, 12}}), "12s ");
  EXPECT_EQ(plan({{0, 8, 16, 13}}), "13s ");  // to the last byte of the window
  EXPECT_EQ(plan({{0, 8, 16, 40}}), "13s 13s 13s 1 ");
  EXPECT_EQ(plan({{0, 8, 8, 100}}), "100 ");   // rows that touch are one run
  EXPECT_EQ(plan({{0, 8, 19, 3}}), "1 1 1 ");  // holes too large
  EXPECT_EQ(plan({{0, 8, 4, 3}}), "1 1 1 ");   // overlap
  EXPECT_EQ(plan({{0, 8, 0, 3}}), "1 1 1 ");
  EXPECT_EQ(plan({{0, 150, 160, 3}}), "1 1 1 ");    // long runs
  EXPECT_EQ(plan({{0, 8}, {8, 8, 16, 3}}), "4s ");  // the first row touches the strip before it
  EXPECT_EQ(plan({{0, 8, 16, 3}, {40, 8, 16, 3}}), "6s ");
  EXPECT_EQ(plan({{0, 8, 16, 3}, {300, 8, 16, 3}}), "3s 3s ");
  EXPECT_EQ(plan({{0, 8, 16, 10}, {155, 8, 16, 10}}), "13s 7s ");
  EXPECT_EQ(plan({{0, 8, 16, 0}, {0, 0, 16, 9}, {0, 8, 16, 3}, {9, 0, 7, 2}}), "3s ");
}

TEST(SievePlan, NothingOverflowsAtTheEndOfAllFiles) {
  EXPECT_EQ(plan({{kFileOffsetMax - 30, 8}, {kFileOffsetMax - 20, 8}, {kFileOffsetMax - 8, 8}}),
            "3s ");
  EXPECT_EQ(plan({{kFileOffsetMax, 0}, {0, 8}}), "1 ");
  EXPECT_EQ(plan({{kFileOffsetMax - 600, 8, 16, 37}}), "13s 13s 11s ");
  EXPECT_EQ(plan({{0, 8, std::uint64_t{1} << 62, 2}}), "1 1 ");
}

TEST(SievePlan, DescribesTheWindow) {
  const std::vector<Strip> strips{{100, 8}, {108, 2}, {115, 5}, {900, 1}};
  SievePlan plan(strips, kPolicy);
  const Window window = plan.next();
  EXPECT_EQ(window.rows.strips(), 3U);
  EXPECT_EQ(window.hull, (Extent{100, 20}));
  EXPECT_EQ(window.payload, 15U);
  EXPECT_EQ(window.runs, 2U);
  EXPECT_EQ(window.last, (Extent{115, 5}));
  EXPECT_FALSE(window.contiguous());
}

TEST(SievePlan, CutsStripsWhereWindowsEnd) {
  const std::vector<Strip> strips{{100, 8, 16, 20}, {420, 4, 8, 3}};
  SievePlan plan(strips, kPolicy);
  const Window first = plan.next();
  ASSERT_EQ(first.rows.strips(), 1U);
  EXPECT_EQ(first.rows.strip(0), (Strip{100, 8, 16, 13}));
  EXPECT_EQ(first.hull, (Extent{100, 200}));
  EXPECT_EQ(first.runs, 13U);
  const Window second = plan.next();
  ASSERT_EQ(second.rows.strips(), 2U);
  EXPECT_EQ(second.rows.strip(0), (Strip{308, 8, 16, 7}));
  EXPECT_EQ(second.rows.strip(1), (Strip{420, 4, 8, 3}));
  EXPECT_EQ(second.hull, (Extent{308, 132}));
  EXPECT_EQ(second.payload, 68U);
  EXPECT_EQ(second.runs, 10U);
  EXPECT_EQ(second.last, (Extent{436, 4}));
  EXPECT_EQ(plan.next().payload, 0U);
}

}  // namespace
}  // namespace strait::storage
