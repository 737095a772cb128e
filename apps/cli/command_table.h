// All commands, in the order in which `strait --help` shows them. Each is defined in the file of
// its name in commands/. Constant data.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/command.h"

namespace strait::cli {

extern const Command kRun;
extern const Command kLs;
extern const Command kStat;
extern const Command kCat;
extern const Command kGet;
extern const Command kPut;
extern const Command kRm;
extern const Command kMkdir;
extern const Command kMv;
extern const Command kPing;
extern const Command kHints;
extern const Command kVersion;

std::span<const Command* const> commands();
// Null where there is none.
const Command* find_command(std::string_view name);
// The complaint about a name that is none, with the one that was probably meant.
std::string no_such_command(std::string_view name);

std::string version_text();

}  // namespace strait::cli
