#include <array>

#include "cli/arguments.h"
#include "cli/command_table.h"
#include "cli/complaint.h"
#include "cli/context.h"
#include "cli/figures.h"

namespace strait::cli {
namespace {

constexpr std::array kOptions = {
    OptionRow{'L', "dereference", "", "Of what a symbolic link leads to, not of the link"},
};

std::string_view kind_text(const wire::Attributes& attributes) {
  switch (attributes.kind) {
    case wire::FileKind::file:
      return attributes.size == 0 ? "regular empty file" : "regular file";
    case wire::FileKind::directory:
      return "directory";
    case wire::FileKind::symlink:
      return "symbolic link";
    case wire::FileKind::other:
      break;
  }
  return "special file";
}

std::string description(std::string_view shown, const client::RemoteName& name,
                        const wire::Attributes& attributes) {
  constexpr std::uint64_t kBlock = 512;  // bytes, as stat(1) counts
  std::string text = fmt::format("  File: {}\n", printable(shown));
  text += fmt::format("Server: {:<24} Export: {}\n", name.server, name.export_name);
  text += fmt::format("  Size: {:<15} Blocks: {:<10} {}\n", attributes.size,
                      attributes.allocated / kBlock, kind_text(attributes));
  text += fmt::format(" Inode: {:<15} Links: {}\n", attributes.file_id, attributes.links);
  text += fmt::format("Access: ({:04o}/{})  Uid: {}  Gid: {}\n", attributes.mode,
                      mode_text(attributes.kind, attributes.mode), attributes.uid, attributes.gid);
  text += fmt::format("Access: {}\n", nanosecond_text(attributes.accessed));
  text += fmt::format("Modify: {}\n", nanosecond_text(attributes.modified));
  text += fmt::format("Change: {}\n", nanosecond_text(attributes.changed));
  return text;
}

ExitCode run(Context& context, const Arguments& arguments) {
  const auto operands = remote_operands(context, arguments.operands());
  if (!operands) return exit_code_of(operands.error());
  for (const RemoteOperand& operand : *operands) {
    const auto attributes = context.client.stat(operand.name, arguments.has("dereference"));
    if (!attributes) {
      context.complain(operand.text, attributes.error());
      continue;
    }
    std::string shown = operand.text;
    if (attributes->kind == wire::FileKind::symlink) {
      if (const auto target = context.client.read_link(operand.name)) shown += " -> " + *target;
    }
    context.out.text(description(shown, operand.name, *attributes));
  }
  return context.outcome();
}

}  // namespace

const Command kStat = {
    .name = "stat",
    .operands = "NAME...",
    .operands_least = 1,
    .operands_most = kOperandsMax,
    .completion = Completion::files,
    .sentence = "Show what is known of files besides their bytes",
    .description =
        "Size, allocated blocks of 512 bytes, inode, links, permissions, owner and "
        "times, as stat(1) shows them.",
    .options = kOptions,
    .run = run,
};

}  // namespace strait::cli
