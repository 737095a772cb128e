// What starts the ranks of a parallel program: the launcher whose process we are, by the variables
// that it sets, and one that is to be started, by its file's name. A program of one MPI under the
// launcher of another fails without a word: its processes do not find each other, and each is a
// job of one rank. Pure, but for the links that a launcher's name leads through.
#pragma once

#include <optional>
#include <string>

#include "cli/mpi_family.h"

namespace strait::cli {

// Whose process we are, beyond doubt: resource managers set some of these variables for any MPI,
// and then there is no answer.
struct Launched {
  MpiFamily family;
  std::string ranks;   // as many as were started
  bool first = false;  // whether this is rank 0
};
std::optional<Launched> launched_by(const config::Environment& environment);

// Whose launcher the file is; nothing where it is none, or one that serves any MPI.
std::optional<MpiFamily> family_of_launcher_file(const std::string& path);

// What to tell the user about a program of `needed`, which is because of `reason`, under a launcher
// of another family. `ranks`: how many, where that is known.
std::string mismatch(MpiFamily needed, const std::string& reason, MpiFamily launcher,
                     const std::string& ranks);

}  // namespace strait::cli
