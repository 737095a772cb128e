// How often values of which size occurred: latencies in nanoseconds, requests in bytes. Buckets are
// log-linear (the idea of HdrHistogram, G. Tene): each power of two is divided into eight equal
// parts, so that any value of 64 bits is known to within an eighth, in 4 KB. Any thread may record
// or take a snapshot at any time; recording is two relaxed additions.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

namespace strait::metrics {

// The shape of the buckets.
struct Buckets {
  static constexpr unsigned kPartBits = 3;
  static constexpr std::uint64_t kParts = 1u << kPartBits;
  static constexpr std::size_t kCount = (64 - kPartBits + 1) * kParts;

  static constexpr std::size_t index_of(std::uint64_t value) noexcept {
    if (value < kParts) return static_cast<std::size_t>(value);
    const unsigned shift = static_cast<unsigned>(std::bit_width(value)) - 1 - kPartBits;
    return shift * kParts + static_cast<std::size_t>(value >> shift);
  }
  // The largest value of a bucket.
  static constexpr std::uint64_t last_of(std::size_t index) noexcept {
    if (index < kParts) return index;
    const std::uint64_t shift = index / kParts - 1;
    const std::uint64_t first = (index % kParts + kParts) << shift;
    return first + ((std::uint64_t{1} << shift) - 1);
  }
};

struct HistogramSnapshot {
  std::array<std::uint64_t, Buckets::kCount> counts{};
  std::uint64_t count = 0;  // of all buckets
  std::uint64_t sum = 0;    // of all values, modulo 2^64

  // How many values are known to be at most `value`, which is the last of a bucket.
  std::uint64_t at_most(std::uint64_t value) const noexcept;
  // The smallest bucket end that `parts` of `whole` values do not exceed (99 of 100: the 99th
  // percentile); 0 where nothing was recorded.
  std::uint64_t quantile(std::uint64_t parts, std::uint64_t whole) const noexcept;
};

class Histogram {
 public:
  void record(std::uint64_t value) noexcept {
    counts_[Buckets::index_of(value)].fetch_add(1, std::memory_order_relaxed);
    sum_.fetch_add(value, std::memory_order_relaxed);
  }
  HistogramSnapshot snapshot() const noexcept;

 private:
  std::array<std::atomic<std::uint64_t>, Buckets::kCount> counts_{};
  std::atomic<std::uint64_t> sum_{0};
};

}  // namespace strait::metrics
