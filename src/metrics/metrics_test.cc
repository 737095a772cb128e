#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "base/random.h"
#include "metrics/counter.h"
#include "metrics/exposition.h"
#include "metrics/histogram.h"

namespace strait::metrics {
namespace {

using testing::HasSubstr;

TEST(Counter, LosesNothingBetweenThreads) {
  Counter counter;
  Gauge gauge;
  const auto work = [&] {
    for (int i = 0; i < 1000; ++i) {
      counter.add();
      gauge.add(1);
      gauge.add(-1);
    }
  };
  std::thread other(work);
  work();
  other.join();
  EXPECT_EQ(counter.value(), 2000u);
  EXPECT_EQ(gauge.value(), 0);
}

TEST(Buckets, FollowOneAnotherWithoutGaps) {
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < Buckets::kCount; ++i) {
    const std::uint64_t last = Buckets::last_of(i);
    ASSERT_GE(last, first);
    EXPECT_EQ(Buckets::index_of(first), i);
    EXPECT_EQ(Buckets::index_of(last), i);
    // No wider than an eighth of its values.
    EXPECT_LE(last - first, first / Buckets::kParts);
    first = last + 1;
  }
  EXPECT_EQ(first, 0u) << "the last bucket ends with the largest value";
}

TEST(Histogram, KnowsQuantilesToWithinAnEighth) {
  SeededRandom random(7);
  Histogram histogram;
  std::vector<std::uint64_t> values;
  for (int i = 0; i < 1001; ++i) {
    values.push_back(random.next() >> random.below(64));
    histogram.record(values.back());
  }
  std::ranges::sort(values);
  const HistogramSnapshot snapshot = histogram.snapshot();
  EXPECT_EQ(snapshot.count, 1001u);
  for (const std::uint64_t percent : {0, 1, 50, 99, 100}) {
    const std::size_t rank = percent == 0 ? 0 : (percent * 1001 + 99) / 100 - 1;
    EXPECT_EQ(snapshot.quantile(percent, 100), Buckets::last_of(Buckets::index_of(values[rank])));
  }
  EXPECT_EQ(Histogram().snapshot().quantile(1, 2), 0u);
}

TEST(Exposition, WritesCountersAndGauges) {
  Exposition page;
  page.counter("strait_requests_total", "Requests answered.");
  page.sample(std::uint64_t{3}, {{"operation", "READ"}, {"export", "a\"\\\nb"}});
  page.gauge("strait_connections", "Connections open now.");
  page.sample(std::int64_t{-1});
  EXPECT_EQ(std::move(page).take(),
            "# HELP strait_requests_total Requests answered.\n"
            "# TYPE strait_requests_total counter\n"
            "strait_requests_total{operation=\"READ\",export=\"a\\\"\\\\\\nb\"} 3\n"
            "# HELP strait_connections Connections open now.\n"
            "# TYPE strait_connections gauge\n"
            "strait_connections -1\n");
}

TEST(Exposition, WritesCumulativeBuckets) {
  Histogram histogram;
  for (const std::uint64_t value : {0, 7, 8, 15, 16, 1000}) histogram.record(value);
  Exposition page;
  page.histogram("strait_request_bytes", "Bytes of a request.");
  page.sample(histogram.snapshot(), {.first = 3, .last = 5}, 1.0, {{"operation", "READ"}});
  EXPECT_EQ(std::move(page).take(),
            "# HELP strait_request_bytes Bytes of a request.\n"
            "# TYPE strait_request_bytes histogram\n"
            "strait_request_bytes_bucket{operation=\"READ\",le=\"7\"} 2\n"
            "strait_request_bytes_bucket{operation=\"READ\",le=\"15\"} 4\n"
            "strait_request_bytes_bucket{operation=\"READ\",le=\"31\"} 5\n"
            "strait_request_bytes_bucket{operation=\"READ\",le=\"+Inf\"} 6\n"
            "strait_request_bytes_sum{operation=\"READ\"} 1046\n"
            "strait_request_bytes_count{operation=\"READ\"} 6\n");
}

TEST(Exposition, ScalesNanosecondsToSeconds) {
  Histogram histogram;
  histogram.record(1'500'000'000);
  Exposition page;
  page.histogram("strait_request_seconds", "Time from request to reply.");
  page.sample(histogram.snapshot(), {.first = 30, .last = 31}, 1e-9);
  EXPECT_THAT(std::move(page).take(),
              HasSubstr("strait_request_seconds_bucket{le=\"1.073741823\"} 0\n"
                        "strait_request_seconds_bucket{le=\"2.147483647\"} 1\n"
                        "strait_request_seconds_bucket{le=\"+Inf\"} 1\n"
                        "strait_request_seconds_sum 1.5\n"));
}

}  // namespace
}  // namespace strait::metrics
