#include "cli/arguments.h"
#include "cli/command_table.h"
#include "cli/context.h"
#include "wire/operation.h"

namespace strait::cli {
namespace {

ExitCode run(Context& context, const Arguments&) {
  context.out.text(version_text());
  return context.outcome();
}

}  // namespace

std::string version_text() {
  return fmt::format("strait {}\nprotocol {}\n", STRAIT_VERSION, wire::kProtocolVersion);
}

const Command kVersion = {
    .name = "version",
    .operands = "",
    .operands_least = 0,
    .operands_most = 0,
    .completion = Completion::nothing,
    .sentence = "Show the version of this program and of its protocol",
    .description = "",
    .options = {},
    .run = run,
};

}  // namespace strait::cli
