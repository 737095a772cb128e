// Metrics as text that Prometheus and people read (text exposition format 0.0.4). A page is built
// family by family: samples of one name that differ in their labels must follow one another. One
// thread.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "metrics/histogram.h"

namespace strait::metrics {

struct Label {
  std::string_view key;
  std::string_view value;  // anything; quoted as needed
};
using Labels = std::initializer_list<Label>;

// Which ends of buckets are given for a histogram: the powers of two from 2^first to 2^last, less
// one, because a bucket's end belongs to it.
struct Range {
  unsigned first;
  unsigned last;
};
inline constexpr Range kLatencyRange = {13, 36};  // nanoseconds: 8 us to 69 s
inline constexpr Range kSizeRange = {6, 34};      // bytes: 64 B to 16 GiB

class Exposition {
 public:
  // Begins a family: `name` in Prometheus' style with its unit last ("strait_requests_total"), and
  // a sentence.
  void counter(std::string_view name, std::string_view sentence);
  void gauge(std::string_view name, std::string_view sentence);
  void histogram(std::string_view name, std::string_view sentence);

  // A sample of the family begun last.
  void sample(std::uint64_t value, Labels labels = {});
  void sample(std::int64_t value, Labels labels = {});
  // Values are multiplied by `scale`: 1e-9 gives seconds, as Prometheus wants them, for
  // nanoseconds.
  void sample(const HistogramSnapshot& histogram, Range range, double scale, Labels labels = {});

  std::string take() && { return std::move(text_); }

 private:
  void family(std::string_view name, std::string_view type, std::string_view sentence);

  std::string name_;
  std::string text_;
};

}  // namespace strait::metrics
