// strait: files of a straitd on the command line.
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/command_table.h"
#include "cli/completion.h"
#include "cli/context.h"
#include "cli/help.h"
#include "cli/manual.h"
#include "cli/run.h"
#include "cli/surroundings.h"
#include "cli/terminal_log.h"
#include "client/settings.h"
#include "sys/environment.h"

namespace strait::cli {
namespace {

// What can be asked of the program itself. The last two are for `make install`.
std::optional<std::string> answer(std::span<const std::string> words) {
  const std::string& first = words.front();
  if (first == "--help" || first == "-h") return overview();
  if (first == "--version") return version_text();
  if (first == "--manual-page") return manual_page();
  if (first == "--bash-completion") return bash_completion();
  if (first != "help") return std::nullopt;
  if (words.size() == 1) return overview();
  if (const Command* command = find_command(words[1])) return help_of(*command);
  return std::nullopt;
}

ExitCode finish(Output& out, Diagnostics& diagnostics, ExitCode code) {
  const Status flushed = out.flush();
  if (flushed) return code;
  // A reader that has seen enough is none of our failures.
  if (flushed.error().kind == ErrorKind::end_of_stream) return ExitCode::failed;
  diagnostics.complain("", flushed.error());
  return ExitCode::failed;
}

unsigned width_of_output() {
  winsize size{};
  constexpr unsigned kWidthDefault = 80;
  if (::isatty(STDOUT_FILENO) == 0) return 0;
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kWidthDefault;
  return size.ws_col;
}

ExitCode run(const Command& command, const Arguments& arguments, Output& out,
             Diagnostics& diagnostics) {
  const auto around = look_around();
  if (!around) {
    diagnostics.complain("", around.error());
    return ExitCode::usage;
  }
  const config::Settings& settings = around->settings;
  note_misspelt_variables(settings, diagnostics);
  TerminalLog log(diagnostics, settings.options.log);
  client::ClientOptions options = client::client_options(settings.options);
  options.software = "strait " STRAIT_VERSION;
  client::Client client(options, &log);
  const SteadyClock clock;
  Context context{.out = out,
                  .diagnostics = diagnostics,
                  .client = client,
                  .clock = clock,
                  .settings = settings,
                  .map = around->map,
                  .working_directory = sys::working_directory(),
                  .out_width = width_of_output()};
  return command.run(context, arguments);
}

// `run` becomes another program, whose words are its own affair.
int start_program(std::span<const std::string> words) {
  Output out(STDOUT_FILENO);
  Diagnostics diagnostics(STDERR_FILENO, ::isatty(STDERR_FILENO) != 0);
  diagnostics.speak_for(kRun.name);
  return run_command(words, out, diagnostics);
}

ExitCode main(std::span<const std::string> words) {
  Output out(STDOUT_FILENO);
  Diagnostics diagnostics(STDERR_FILENO, ::isatty(STDERR_FILENO) != 0);
  if (words.empty()) {
    diagnostics.usage("a command is missing");
    return ExitCode::usage;
  }
  if (const auto text = answer(words)) {
    out.text(*text);
    return finish(out, diagnostics, ExitCode::ok);
  }
  const Command* command = find_command(words.front());
  if (command == nullptr) {
    diagnostics.usage(no_such_command(words.front()));
    return ExitCode::usage;
  }
  // Only programs that were started by one that ignores it see it otherwise.
  ::signal(SIGPIPE, SIG_DFL);
  diagnostics.speak_for(command->name);
  const auto arguments = Arguments::parse(*command, words.subspan(1));
  if (!arguments) {
    diagnostics.usage(arguments.error().what);
    return ExitCode::usage;
  }
  if (arguments->help()) {
    out.text(help_of(*command));
    return finish(out, diagnostics, ExitCode::ok);
  }
  return finish(out, diagnostics, run(*command, *arguments, out, diagnostics));
}

}  // namespace
}  // namespace strait::cli

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  const bool run = !words.empty() && words.front() == strait::cli::kRun.name;
  return run ? strait::cli::start_program(std::span(words).subspan(1))
             : static_cast<int>(strait::cli::main(words));
}
