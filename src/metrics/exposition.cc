#include "metrics/exposition.h"

#include <fmt/format.h>

namespace strait::metrics {
namespace {

std::string quoted(std::string_view value) {
  std::string text = "\"";
  for (const char c : value) {
    if (c == '\n') {
      text += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

// {operation="READ",le="0.5"}, or nothing; `bound` is the end of a histogram's bucket.
std::string in_braces(Labels labels, std::string_view bound = {}) {
  std::string text;
  for (const Label& label : labels) {
    text += fmt::format("{}{}={}", text.empty() ? "{" : ",", label.key, quoted(label.value));
  }
  if (!bound.empty()) text += fmt::format("{}le=\"{}\"", text.empty() ? "{" : ",", bound);
  return text.empty() ? text : text + '}';
}

}  // namespace

void Exposition::family(std::string_view name, std::string_view type, std::string_view sentence) {
  name_ = name;
  text_ += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, sentence, name, type);
}

void Exposition::counter(std::string_view name, std::string_view sentence) {
  family(name, "counter", sentence);
}
void Exposition::gauge(std::string_view name, std::string_view sentence) {
  family(name, "gauge", sentence);
}
void Exposition::histogram(std::string_view name, std::string_view sentence) {
  family(name, "histogram", sentence);
}

void Exposition::sample(std::uint64_t value, Labels labels) {
  text_ += fmt::format("{}{} {}\n", name_, in_braces(labels), value);
}
void Exposition::sample(std::int64_t value, Labels labels) {
  text_ += fmt::format("{}{} {}\n", name_, in_braces(labels), value);
}

void Exposition::sample(const HistogramSnapshot& histogram, Range range, double scale,
                        Labels labels) {
  for (unsigned power = range.first; power <= range.last; ++power) {
    const std::uint64_t last = (std::uint64_t{1} << power) - 1;
    const std::string bound = fmt::format("{:.12g}", static_cast<double>(last) * scale);
    text_ +=
        fmt::format("{}_bucket{} {}\n", name_, in_braces(labels, bound), histogram.at_most(last));
  }
  text_ += fmt::format("{}_bucket{} {}\n", name_, in_braces(labels, "+Inf"), histogram.count);
  text_ += fmt::format("{}_sum{} {:.12g}\n", name_, in_braces(labels),
                       static_cast<double>(histogram.sum) * scale);
  text_ += fmt::format("{}_count{} {}\n", name_, in_braces(labels), histogram.count);
}

}  // namespace strait::metrics
