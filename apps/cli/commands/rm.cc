#include <array>
#include <vector>

#include "cli/arguments.h"
#include "cli/command_table.h"
#include "cli/context.h"
#include "cli/copy.h"

namespace strait::cli {
namespace {

constexpr std::array kOptions = {
    OptionRow{'r', "recursive", "", "Directories with all that is in them"},
    OptionRow{'f', "force", "", "Files that do not exist are no failure"},
};

class Removal {
 public:
  Removal(Context& context, const Arguments& arguments)
      : context_(context), recursive_(arguments.has("recursive")), force_(arguments.has("force")) {}

  void remove(const std::string& shown, const client::RemoteName& name) {
    if (name.path.empty()) {
      context_.complain(shown,
                        error(ErrorKind::invalid_argument, "an export itself cannot be removed"));
      return;
    }
    const auto attributes = context_.client.stat(name, false);
    if (!attributes) {
      if (!force_ || attributes.error().kind != ErrorKind::not_found)
        context_.complain(shown, attributes.error());
      return;
    }
    remove(shown, name, attributes->kind, nullptr, 0);
  }

 private:
  // `expected`: only if the name still leads to that file.
  void remove(const std::string& shown, const client::RemoteName& name, wire::FileKind kind,
              const wire::Handle* expected, unsigned depth) {
    if (kind == wire::FileKind::directory) {
      if (!recursive_) {
        context_.complain(shown, error(ErrorKind::is_a_directory, "is a directory"));
        return;
      }
      if (!empty(shown, name, depth)) return;
    }
    const Status removed = context_.client.remove(name, expected);
    // Somebody else was faster: it is gone as well.
    if (removed || (depth > 0 && removed.error().kind == ErrorKind::not_found)) return;
    context_.complain(shown, removed.error());
  }

  // Removes what is in a directory; whether it may be tried itself.
  bool empty(const std::string& shown, const client::RemoteName& name, unsigned depth) {
    if (depth >= kDepthMax) {
      context_.complain(shown, too_deep());
      return false;
    }
    std::vector<client::ListedEntry> entries;
    const Status listed = context_.client.list(name, [&](const client::ListedEntry& entry) {
      entries.push_back(entry);
      return true;
    });
    if (!listed) {
      context_.complain(shown, listed.error());
      return false;
    }
    for (const client::ListedEntry& entry : entries) {
      if (!is_plain_component(entry.name)) continue;
      client::RemoteName child = name;
      child.path = joined(name.path, entry.name);
      remove(joined(shown, entry.name), child, entry.attributes.kind, &entry.handle, depth + 1);
    }
    return true;
  }

  Context& context_;
  const bool recursive_;
  const bool force_;
};

ExitCode run(Context& context, const Arguments& arguments) {
  if (arguments.operands().empty() && !arguments.has("force"))
    return context.usage("operands are missing: NAME...");
  const auto operands = remote_operands(context, arguments.operands());
  if (!operands) return exit_code_of(operands.error());
  Removal removal(context, arguments);
  for (const RemoteOperand& operand : *operands) removal.remove(operand.text, operand.name);
  return context.outcome();
}

}  // namespace

const Command kRm = {
    .name = "rm",
    .operands = "NAME...",
    .operands_least = 0,
    .operands_most = kOperandsMax,
    .completion = Completion::files,
    .sentence = "Remove files and directories",
    .description = "Symbolic links are removed, never followed.",
    .options = kOptions,
    .run = run,
};

}  // namespace strait::cli
