#include "config/variables.h"

#include <fmt/format.h>

#include <algorithm>

#include "config/options.h"
#include "config/spelling.h"

namespace strait::config {

std::vector<std::string> misspelt_variables(std::span<const std::string> names) {
  // What all of them have in common says nothing about which one was meant.
  std::vector<std::string_view> known;
  for (const OptionRow& row : OptionTable::rows())
    known.push_back(row.environment.substr(kVariablePrefix.size()));

  std::vector<std::string> sentences;
  for (const std::string& name : names) {
    if (!name.starts_with(kVariablePrefix)) continue;
    const std::string_view rest = std::string_view(name).substr(kVariablePrefix.size());
    if (std::ranges::find(known, rest) != known.end()) continue;
    if (const std::string_view meant = nearest(rest, known); !meant.empty())
      sentences.push_back(fmt::format("the variable {} means nothing; did you mean {}{}?", name,
                                      kVariablePrefix, meant));
  }
  return sentences;
}

}  // namespace strait::config
