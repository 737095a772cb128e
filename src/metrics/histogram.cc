#include "metrics/histogram.h"

namespace strait::metrics {

std::uint64_t HistogramSnapshot::at_most(std::uint64_t value) const noexcept {
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < counts.size() && Buckets::last_of(i) <= value; ++i) seen += counts[i];
  return seen;
}

std::uint64_t HistogramSnapshot::quantile(std::uint64_t parts, std::uint64_t whole) const noexcept {
  const auto wanted = static_cast<unsigned __int128>(count) * parts;
  unsigned __int128 seen = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    seen += counts[i];
    if (seen != 0 && seen * whole >= wanted) return Buckets::last_of(i);
  }
  return 0;
}

HistogramSnapshot Histogram::snapshot() const noexcept {
  HistogramSnapshot taken;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    taken.counts[i] = counts_[i].load(std::memory_order_relaxed);
    taken.count += taken.counts[i];
  }
  taken.sum = sum_.load(std::memory_order_relaxed);
  return taken;
}

}  // namespace strait::metrics
