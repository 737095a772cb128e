// What every command works with: where its words go, the servers, and how names are understood.
// main() makes it; nothing connects before a command asks for something.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "cli/command.h"
#include "cli/diagnostics.h"
#include "cli/output.h"
#include "client/client.h"
#include "client/remote_name.h"
#include "config/layers.h"
#include "config/name_map.h"

namespace strait::cli {

struct Context {
  Output& out;
  Diagnostics& diagnostics;
  client::Client& client;
  const Clock& clock;
  const config::Settings& settings;
  const config::NameMap& map;
  std::string working_directory;
  unsigned out_width = 0;  // columns, where standard output is a terminal; else 0

  // Whether `text` leads to a server: spelled so, or under a mapped prefix.
  bool is_remote(std::string_view text) const;
  // A file or directory of an export. Errors: invalid_argument, name_too_long.
  Result<client::RemoteName> remote(std::string_view text) const;
  // As `remote`, or a server without an export.
  Result<client::RemoteName> server(std::string_view text) const;

  // For `return context.usage("...")`.
  ExitCode usage(std::string_view sentence);
  ExitCode complain(std::string_view subject, const Error& error);
  // What the command has come to: failed where anything was complained about.
  ExitCode outcome() const;
};

// An operand, as it was given and as it is understood.
struct RemoteOperand {
  std::string text;
  client::RemoteName name;
};

// All of them, or nothing after complaining about each one that is wrong.
Result<std::vector<RemoteOperand>> remote_operands(Context& context,
                                                   const std::vector<std::string>& texts);

// A wrong name is a wrong command line; that is said once more by the exit code.
ExitCode exit_code_of(const Error& error);

}  // namespace strait::cli
