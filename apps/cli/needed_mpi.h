// Which MPI a command line needs: that of the program it names, or of the one that a launcher or a
// wrapper (env, gdb, valgrind) it names is to start. Reads files and starts the dynamic linker, and
// Python for a Python program; blocks for that.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "base/result.h"
#include "cli/mpi_family.h"

namespace strait::cli {

struct NeededMpi {
  MpiFamily family;
  std::string reason;   // how one knows: "./program needs libmpi.so.40"
  bool certain = true;  // the program itself says so
};

// `path`: where the first word was found; the others are looked up as a shell would. Errors:
// unsupported, where nothing tells.
Result<NeededMpi> needed_mpi(const std::string& path, std::span<const std::string> words,
                             const config::Environment& environment);

// What is wrong with a program into which nothing can be preloaded.
Error static_program(const std::string& path);

}  // namespace strait::cli
