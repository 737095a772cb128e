// A program as a file: where PATH finds it, which interpreter a script asks for, which shared
// libraries it would be loaded with. Reads files and starts the dynamic linker; blocks for that.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace strait::cli {

// As execvp looks for it. Errors: not_found, permission_denied.
Result<std::string> find_program(const std::string& name);

// The interpreter that a script's first line names (through `env`, the program that env would
// start); nothing for anything but a script.
std::optional<std::string> interpreter_of(const std::string& path);

// Whether it is an executable without a dynamic linker, into which nothing can be preloaded.
bool is_static(const std::string& path);

// The names of the shared libraries that a program or library needs, those they need included, as
// its own dynamic linker finds them. Empty where it is not dynamically linked.
std::vector<std::string> libraries_of(const std::string& path);

// The standard output of a program that ends by itself; nothing where it fails.
std::optional<std::string> output_of(const std::vector<std::string>& command);

}  // namespace strait::cli
