// `strait --help` and `strait COMMAND --help`, from the table of commands. Pure.
#pragma once

#include <string>

#include "cli/command.h"

namespace strait::cli {

// "strait ls [OPTION...] NAME..."
std::string synopsis(const Command& command);
// "-l, --long" or "-m, --mode MODE"
std::string spelling(const OptionRow& option);

std::string overview();
std::string help_of(const Command& command);

// What the overview and the manual page say beside the commands.
struct Passage {
  std::string_view title;
  std::string_view text;  // paragraphs divided by empty lines
};
std::span<const Passage> passages();

}  // namespace strait::cli
