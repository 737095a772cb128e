#include "config/spelling.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace strait::config {
namespace {

// A longer one is not compared: names of ours are shorter, and the work grows with the square.
constexpr std::size_t kWordBytesMax = 64;
constexpr std::size_t kBeginningBytesLeast = 4;  // shorter ones begin too many words
constexpr std::size_t kBytesPerSlip = 4;         // of a word: in "ls" none is forgiven but one

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// The optimal string alignment distance: Levenshtein's, where two neighbours that are exchanged
// count as one slip. Three rows of its table are enough.
std::size_t slips_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool exchanged = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                             lower(a[i - 2]) == lower(b[j - 1]);
      if (exchanged) now[j] = std::min(now[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
  if (word.size() > kWordBytesMax) return {};
  std::string_view found;
  std::size_t fewest = std::max<std::size_t>(1, word.size() / kBytesPerSlip) + 1;
  for (const std::string_view one : known) {
    if (const std::size_t slips = slips_between(word, one); slips < fewest && slips < one.size()) {
      found = one;
      fewest = slips;
    }
  }
  if (!found.empty() || word.size() < kBeginningBytesLeast) return found;
  const auto longer =
      std::ranges::find_if(known, [word](std::string_view one) { return one.starts_with(word); });
  return longer == known.end() ? std::string_view() : *longer;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  const std::string_view meant = nearest(word, known);
  return meant.empty() ? "" : fmt::format("; did you mean {}?", meant);
}

}  // namespace strait::config
