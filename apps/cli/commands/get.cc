#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "cli/arguments.h"
#include "cli/command_table.h"
#include "cli/commands/copy_options.h"
#include "cli/context.h"
#include "cli/download.h"
#include "sys/file.h"

namespace strait::cli {
namespace {

// Where the copies go.
enum class Destination : std::uint8_t { standard_output, directory, file, stream };

Destination kind_of(const std::string& local) {
  if (local == "-") return Destination::standard_output;
  struct stat status {};
  if (::stat(local.c_str(), &status) != 0) return Destination::file;
  if (S_ISDIR(status.st_mode)) return Destination::directory;
  return S_ISREG(status.st_mode) ? Destination::file : Destination::stream;
}

// A link that the user names as the destination means the file behind it.
std::string resolved(const std::string& local) {
  std::error_code none;
  const auto real = std::filesystem::canonical(local, none);
  return none ? local : real.string();
}

Result<RemoteEntry> look_up(Context& context, const client::RemoteName& name) {
  STRAIT_ASSIGN(client::Opened opened, context.client.open(name, {}));
  return RemoteEntry{name, opened.file.handle(), opened.attributes};
}

Status to_output(Context& context, Download& download, const RemoteEntry& from) {
  if (from.attributes.kind == wire::FileKind::directory)
    return error(ErrorKind::is_a_directory, "is a directory");
  return download.stream(from, last_component(from.name.path),
                         [&](ConstBytes piece) { return context.out.bytes(piece); });
}

// To a device or a pipe, which has no part and no size.
Status to_stream(Download& download, const RemoteEntry& from, const std::string& local) {
  if (from.attributes.kind == wire::FileKind::directory)
    return error(ErrorKind::is_a_directory, "is a directory");
  STRAIT_ASSIGN(const sys::UniqueFd file, sys::open_at(AT_FDCWD, local, O_WRONLY));
  Output output(file.get());
  return download.stream(from, local, [&](ConstBytes piece) { return output.bytes(piece); });
}

Status fetch(Context& context, Download& download, const client::RemoteName& name,
             const std::string& local, Destination destination) {
  STRAIT_ASSIGN(const RemoteEntry from, look_up(context, name));
  switch (destination) {
    case Destination::standard_output: {
      Status shown = to_output(context, download, from);
      if (!shown && !context.out.flush()) return {};  // told by main(), once
      return shown;
    }
    case Destination::stream:
      return to_stream(download, from, local);
    case Destination::directory: {
      const std::string_view path = name.path.empty() ? name.export_name : name.path;
      const std::string inside = joined(local, last_component(path));
      download.copy(from, {AT_FDCWD, inside, inside});
      return {};
    }
    case Destination::file:
      break;
  }
  download.copy(from, {AT_FDCWD, resolved(local), local});
  return {};
}

ExitCode run(Context& context, const Arguments& arguments) {
  std::vector<std::string> sources = arguments.operands();
  std::string local = ".";
  if (sources.size() > 1) {
    local = std::move(sources.back());
    sources.pop_back();
  }
  if (context.is_remote(local))
    return context.usage(fmt::format("'{}' is remote, and get copies to a local file", local));
  const auto operands = remote_operands(context, sources);
  if (!operands) return exit_code_of(operands.error());
  const Destination destination = kind_of(local);
  if (operands->size() > 1 && destination == Destination::file)
    return context.usage(fmt::format("several files need a directory, and '{}' is none", local));

  Download download(context, CopyOptions::of(arguments));
  for (const RemoteOperand& operand : *operands) {
    if (Status done = fetch(context, download, operand.name, local, destination); !done)
      context.complain(operand.text, done.error());
  }
  return context.outcome();
}

}  // namespace

const Command kGet = {
    .name = "get",
    .operands = "NAME... [LOCAL]",
    .operands_least = 1,
    .operands_most = kOperandsMax,
    .completion = Completion::files,
    .sentence = "Copy files from a server",
    .description =
        "LOCAL is a file, a directory to copy into, or - for standard output; without it the copy "
        "goes into the working directory. Several requests are in flight, so that the copy runs as "
        "fast as the link.\n\n"
        "The bytes are written to LOCAL.part, which becomes LOCAL when it is whole: an interrupted "
        "copy never looks like a file. With -c the next one goes on where the part ends, after "
        "comparing the last MiB of it; where the file at the server has changed since, it starts "
        "again. Holes in a file are written out as zeros.",
    .options = kCopyOptions,
    .run = run,
};

}  // namespace strait::cli
