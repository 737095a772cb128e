#include "config/hint_set.h"

#include <fmt/format.h>

#include <algorithm>

#include "config/value.h"

namespace strait::config {

HintSet::HintSet(std::initializer_list<Hint> hints) {
  for (const auto& [key, value] : hints) set(key, value);
}

void HintSet::set(std::string_view key, std::string_view value) {
  const auto found = std::ranges::find(hints_, key, &Hint::first);
  if (found != hints_.end()) {
    found->second = value;
  } else {
    hints_.emplace_back(key, value);
  }
}

const std::string* HintSet::find(std::string_view key) const noexcept {
  const auto found = std::ranges::find(hints_, key, &Hint::first);
  return found == hints_.end() ? nullptr : &found->second;
}

HintSet parse_hint_file(std::string_view text) {
  HintSet hints;
  while (!text.empty()) {
    const std::size_t line_end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, line_end);
    text.remove_prefix(std::min(line_end + 1, text.size()));
    line = trimmed(line.substr(0, line.find('#')));
    const std::size_t key_end = line.find_first_of(" \t");
    if (key_end == std::string_view::npos) continue;
    hints.set(line.substr(0, key_end), trimmed(line.substr(key_end)));
  }
  return hints;
}

std::string printable(const HintSet& hints) {
  std::string lines;
  for (const auto& [key, value] : hints) lines += fmt::format("key = {}, value = {}\n", key, value);
  return lines;
}

}  // namespace strait::config
