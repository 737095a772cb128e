#include "cli/arguments.h"
#include "cli/command_table.h"
#include "cli/context.h"
#include "cli/copy.h"

namespace strait::cli {
namespace {

Status move(Context& context, const client::RemoteName& from, client::RemoteName to,
            bool into_directory) {
  if (from.path.empty())
    return error(ErrorKind::invalid_argument, "an export itself cannot be moved");
  if (into_directory) to.path = joined(to.path, last_component(from.path));
  return context.client.rename(from, to);
}

ExitCode run(Context& context, const Arguments& arguments) {
  auto operands = remote_operands(context, arguments.operands());
  if (!operands) return exit_code_of(operands.error());
  const RemoteOperand target = std::move(operands->back());
  operands->pop_back();
  const auto there = context.client.stat(target.name, true);
  if (!there && there.error().kind != ErrorKind::not_found)
    return context.complain(target.text, there.error());
  const bool into_directory = there && there->kind == wire::FileKind::directory;
  if (!into_directory && operands->size() > 1)
    return context.usage(
        fmt::format("several files need a directory, and '{}' is none", target.text));
  for (const RemoteOperand& operand : *operands) {
    if (Status moved = move(context, operand.name, target.name, into_directory); !moved)
      context.complain(operand.text, moved.error());
  }
  return context.outcome();
}

}  // namespace

const Command kMv = {
    .name = "mv",
    .operands = "NAME... TARGET",
    .operands_least = 2,
    .operands_most = kOperandsMax,
    .completion = Completion::files,
    .sentence = "Rename files, or move them into a directory",
    .description =
        "Within one export; a file that is called TARGET already is replaced, at once "
        "and as a whole. Between exports or servers, copy with get and put.",
    .options = {},
    .run = run,
};

}  // namespace strait::cli
