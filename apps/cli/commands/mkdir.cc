#include <array>

#include "cli/arguments.h"
#include "cli/command_table.h"
#include "cli/context.h"
#include "cli/file_mode.h"

namespace strait::cli {
namespace {

constexpr std::array kOptions = {
    OptionRow{'p', "parents", "",
              "Also the directories on the way there; one that exists is no failure"},
    OptionRow{'m', "mode", "MODE", "Permissions in octal digits; otherwise 777 less the umask"},
};

// A directory that is there already will do.
Status make_or_find(Context& context, const client::RemoteName& name, std::uint32_t mode) {
  Status made = context.client.make_directory(name, mode);
  if (made || made.error().kind != ErrorKind::exists) return made;
  const auto there = context.client.stat(name, true);
  if (there && there->kind == wire::FileKind::directory) return {};
  return made;
}

Status make_with_parents(Context& context, const client::RemoteName& name, std::uint32_t mode,
                         std::uint32_t parent_mode) {
  // Most often only the last one is missing, and one request is enough.
  Status made = make_or_find(context, name, mode);
  if (made || made.error().kind != ErrorKind::not_found) return made;
  client::RemoteName parent = name;
  for (std::size_t end = name.path.find('/'); end != std::string::npos;
       end = name.path.find('/', end + 1)) {
    parent.path = name.path.substr(0, end);
    STRAIT_TRY(make_or_find(context, parent, parent_mode));
  }
  return make_or_find(context, name, mode);
}

ExitCode run(Context& context, const Arguments& arguments) {
  const std::uint32_t usual = 0777 & ~file_mode_mask();
  std::uint32_t mode = usual;
  if (const auto text = arguments.value("mode")) {
    const auto parsed = parse_file_mode(*text);
    if (!parsed) return context.usage(parsed.error().what);
    mode = *parsed;
  }
  const auto operands = remote_operands(context, arguments.operands());
  if (!operands) return exit_code_of(operands.error());
  for (const RemoteOperand& operand : *operands) {
    // Parents stay usable whatever was asked of the last directory.
    const Status made = arguments.has("parents")
                            ? make_with_parents(context, operand.name, mode, usual | 0300)
                            : context.client.make_directory(operand.name, mode);
    if (!made) context.complain(operand.text, made.error());
  }
  return context.outcome();
}

}  // namespace

const Command kMkdir = {
    .name = "mkdir",
    .operands = "NAME...",
    .operands_least = 1,
    .operands_most = kOperandsMax,
    .completion = Completion::files,
    .sentence = "Make directories",
    .description = "",
    .options = kOptions,
    .run = run,
};

}  // namespace strait::cli
