#include "cli/arguments.h"
#include "cli/command_table.h"
#include "cli/context.h"
#include "cli/read_ahead.h"

namespace strait::cli {
namespace {

Status show(Context& context, const client::RemoteName& name) {
  STRAIT_ASSIGN(const client::Opened opened, context.client.open(name, {}));
  if (opened.attributes.kind == wire::FileKind::directory)
    return error(ErrorKind::is_a_directory, "is a directory");
  ReadAhead pieces(opened.file, {0, opened.attributes.size}, ReadTo::end_of_file,
                   pieces_in_flight(context.client.options().window_bytes));
  for (;;) {
    STRAIT_ASSIGN(const ConstBytes piece, pieces.next());
    if (piece.empty()) return {};
    // What is wrong with standard output is told by main(), once.
    if (!context.out.bytes(piece)) return {};
  }
}

ExitCode run(Context& context, const Arguments& arguments) {
  const auto operands = remote_operands(context, arguments.operands());
  if (!operands) return exit_code_of(operands.error());
  for (const RemoteOperand& operand : *operands) {
    if (Status shown = show(context, operand.name); !shown)
      context.complain(operand.text, shown.error());
  }
  return context.outcome();
}

}  // namespace

const Command kCat = {
    .name = "cat",
    .operands = "NAME...",
    .operands_least = 1,
    .operands_most = kOperandsMax,
    .completion = Completion::files,
    .sentence = "Write files to standard output, one after the other",
    .description = "Several reads are in flight ahead of the output.",
    .options = {},
    .run = run,
};

}  // namespace strait::cli
