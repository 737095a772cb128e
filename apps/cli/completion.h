// What a shell needs to complete a command line of `strait`, from the table of commands. Pure.
#pragma once

#include <string>

namespace strait::cli {

// For share/bash-completion/completions/strait.
std::string bash_completion();

}  // namespace strait::cli
