// Hints as MPI_Info has them: keys with values, in the order in which they were first set. A plain
// value type; one writer at a time. `parse_hint_file` reads ROMIO's hint files into one.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace strait::config {

class HintSet {
 public:
  using Hint = std::pair<std::string, std::string>;

  HintSet() = default;
  HintSet(std::initializer_list<Hint> hints);

  // Replaces the value where the key is there already.
  void set(std::string_view key, std::string_view value);
  // Null where the key is not set; valid until the set is changed.
  const std::string* find(std::string_view key) const noexcept;

  std::size_t size() const noexcept { return hints_.size(); }
  bool empty() const noexcept { return hints_.empty(); }
  auto begin() const noexcept { return hints_.begin(); }
  auto end() const noexcept { return hints_.end(); }
  friend bool operator==(const HintSet&, const HintSet&) = default;

 private:
  std::vector<Hint> hints_;  // tens at most: a search is faster than a tree
};

// Lines of `key value`; '#' begins a comment, a line without a value is skipped as ROMIO does.
HintSet parse_hint_file(std::string_view text);

// One line a hint, as ROMIO prints them for ROMIO_PRINT_HINTS: "key = romio_ds_write, value =
// disable".
std::string printable(const HintSet& hints);

}  // namespace strait::config
