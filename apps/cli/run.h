// `strait run`: starts a program with our library preloaded, so that it uses remote files without
// being rebuilt. Works under any launcher (mpiexec -n 4 strait run ./program), because it becomes
// the program.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "cli/diagnostics.h"
#include "cli/mpi_family.h"
#include "cli/output.h"

namespace strait::cli {

// The exit codes that a shell has for a program that does not start.
inline constexpr int kCannotStart = 126;
inline constexpr int kNoSuchProgram = 127;

struct RunRequest {
  bool verbose = false;
  bool help = false;
  std::optional<MpiFamily> family;
  std::string map;                       // all of --map, divided by commas
  std::span<const std::string> program;  // its name, then its arguments
};

// Options end at the first word that is none, or behind "--". Errors: invalid_argument.
Result<RunRequest> parse_run(std::span<const std::string> words);

// Does not return where the program could be started; otherwise the exit code.
int run_command(std::span<const std::string> words, Output& out, Diagnostics& diagnostics);

}  // namespace strait::cli
