#include "cli/arguments.h"
#include "cli/command_table.h"
#include "cli/context.h"
#include "config/reference.h"

namespace strait::cli {
namespace {

ExitCode run(Context& context, const Arguments&) {
  context.out.text(config::options_text(context.settings.options));
  for (const std::string& note : context.settings.notes) context.diagnostics.note(note);
  return context.outcome();
}

}  // namespace

const Command kHints = {
    .name = "hints",
    .operands = "",
    .operands_least = 0,
    .operands_most = 0,
    .completion = Completion::nothing,
    .sentence = "Show all options with their values in force here",
    .description =
        "Each has a hint, for MPI_Info and for the file that ROMIO_HINTS names, and an environment "
        "variable, which wins. The values are those that a program started here would get.",
    .options = {},
    .run = run,
};

}  // namespace strait::cli
