#include "cli/command_table.h"

#include <algorithm>
#include <array>

namespace strait::cli {
namespace {

constexpr std::array kCommands = {&kRun, &kLs,    &kStat, &kCat,  &kGet,   &kPut,
                                  &kRm,  &kMkdir, &kMv,   &kPing, &kHints, &kVersion};

}  // namespace

std::span<const Command* const> commands() { return kCommands; }

const Command* find_command(std::string_view name) {
  const auto* const found =
      std::ranges::find(kCommands, name, [](const Command* one) { return one->name; });
  return found == kCommands.end() ? nullptr : *found;
}

}  // namespace strait::cli
