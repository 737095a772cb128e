#include "cli/columns.h"

#include <algorithm>
#include <string_view>

namespace strait::cli {
namespace {

constexpr std::size_t kGap = 2;  // blanks

std::size_t width_of(std::string_view text) {
  // Bytes of the form 10xxxxxx continue a character.
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string padding(std::string_view text, std::size_t width) {
  const std::size_t own = width_of(text);
  return std::string(own < width ? width - own : 0, ' ');
}

// The width of each column where the names stand in that many rows.
std::vector<std::size_t> widths_with(std::span<const std::string> names, std::size_t rows) {
  std::vector<std::size_t> widths((names.size() + rows - 1) / rows, 0);
  for (std::size_t i = 0; i < names.size(); ++i)
    widths[i / rows] = std::max(widths[i / rows], width_of(names[i]));
  return widths;
}

std::size_t total(const std::vector<std::size_t>& widths) {
  std::size_t sum = (widths.size() - 1) * kGap;
  for (const std::size_t width : widths) sum += width;
  return sum;
}

}  // namespace

std::string as_table(const std::vector<Row>& rows, const std::vector<Align>& alignments) {
  std::vector<std::size_t> widths(alignments.size(), 0);
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < widths.size(); ++i)
      widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const bool last = i + 1 == widths.size();
      if (alignments[i] == Align::right) text += padding(row[i], widths[i]);
      text += row[i];
      if (alignments[i] == Align::left && !last) text += padding(row[i], widths[i]);
      text += last ? "\n" : std::string(kGap, ' ');
    }
  }
  return text;
}

std::string in_columns(std::span<const std::string> names, unsigned width) {
  if (names.empty()) return {};
  // Wide listings are short; the number of rows is found within a few steps of the estimate.
  std::size_t bytes = 0;
  for (const std::string& name : names) bytes += width_of(name) + kGap;
  std::size_t rows = std::max<std::size_t>(1, bytes / (width + kGap));
  while (rows < names.size() && total(widths_with(names, rows)) > width) ++rows;
  const std::vector<std::size_t> widths = widths_with(names, rows);
  std::string text;
  for (std::size_t row = 0; row < rows && row < names.size(); ++row) {
    for (std::size_t i = row; i < names.size(); i += rows) {
      text += names[i];
      const bool last = i + rows >= names.size();
      text += last ? "\n" : padding(names[i], widths[i / rows]) + std::string(kGap, ' ');
    }
  }
  return text;
}

}  // namespace strait::cli
