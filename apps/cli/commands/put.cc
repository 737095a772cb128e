#include <fcntl.h>
#include <unistd.h>

#include "cli/arguments.h"
#include "cli/command_table.h"
#include "cli/commands/copy_options.h"
#include "cli/context.h"
#include "cli/upload.h"

namespace strait::cli {
namespace {

constexpr std::string_view kStandardInput = "-";

// Whether the destination is a directory, to copy into.
Result<bool> is_directory(Context& context, const client::RemoteName& name) {
  const auto attributes = context.client.stat(name, true);
  if (attributes) return attributes->kind == wire::FileKind::directory;
  if (attributes.error().kind == ErrorKind::not_found && !name.path.empty()) return false;
  return Error(attributes.error());
}

void send(Context& context, Upload& upload, const std::string& local,
          const client::RemoteName& to) {
  if (local != kStandardInput) return upload.copy({AT_FDCWD, local, local}, to);
  if (Status sent = upload.stream(STDIN_FILENO, "standard input", to); !sent)
    context.complain(to.url(), sent.error());
}

ExitCode run(Context& context, const Arguments& arguments) {
  std::vector<std::string> sources = arguments.operands();
  const std::string target = std::move(sources.back());
  sources.pop_back();
  const auto name = context.remote(target);
  if (!name) {
    context.complain(target, name.error());
    return exit_code_of(name.error());
  }
  for (const std::string& source : sources) {
    if (client::is_remote_spelling(source))
      return context.usage(fmt::format("'{}' is remote, and put copies local files", source));
  }
  const auto inside = is_directory(context, *name);
  if (!inside) return context.complain(target, inside.error());
  if (!*inside && sources.size() > 1)
    return context.usage(fmt::format("several files need a directory, and '{}' is none", target));

  Upload upload(context, CopyOptions::of(arguments));
  for (const std::string& source : sources) {
    client::RemoteName to = *name;
    if (*inside) {
      const std::string_view last = last_component(source);
      if (source == kStandardInput || !is_plain_component(last)) {
        context.diagnostics.complain(
            source, error(ErrorKind::is_a_directory,
                          "has no name of its own to be called by in a directory"));
        continue;
      }
      to.path = joined(to.path, last);
    }
    send(context, upload, source, to);
  }
  return context.outcome();
}

}  // namespace

const Command kPut = {
    .name = "put",
    .operands = "LOCAL... NAME",
    .operands_least = 2,
    .operands_most = kOperandsMax,
    .completion = Completion::files,
    .sentence = "Copy local files to a server",
    .description =
        "NAME is a file, or a directory to copy into; LOCAL may be - for standard input. Several "
        "requests are in flight, so that the copy runs as fast as the link. Success means that the "
        "bytes and the name are on stable storage at the server.\n\n"
        "The bytes are written to NAME.part, which becomes NAME when it is whole and committed: "
        "other programs never see half a file. With -c the next put goes on with the part; its "
        "last 64 MiB are sent again, because requests may have been carried out in any order, and "
        "the MiB before them is compared. Where the local file has changed since, it starts again. "
        "Without -c it starts again too, which is what to do when the server's machine itself has "
        "crashed meanwhile.",
    .options = kCopyOptions,
    .run = run,
};

}  // namespace strait::cli
