#include "cli/command_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "config/spelling.h"

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

std::string no_such_command(std::string_view name) {
  std::vector<std::string_view> known = {"help"};
  for (const Command* command : kCommands) known.push_back(command->name);
  return fmt::format("there is no command '{}'{}", name, config::did_you_mean(name, known));
}

}  // namespace strait::cli
