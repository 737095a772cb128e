// Which MPI a program belongs to: told by the libraries it needs, or by the launcher that started
// it. The names of the library to be preloaded follow from it. Pure; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "config/layers.h"

namespace strait::cli {

// One per binary interface, not per product: Intel MPI, MVAPICH and Cray's share MPICH's.
enum class MpiFamily : std::uint8_t { mpich, openmpi };

std::string_view name_of(MpiFamily family);     // "mpich"; also what --mpi takes
std::string_view product_of(MpiFamily family);  // "Open MPI"
std::optional<MpiFamily> family_named(std::string_view name);

// By the name of a shared library: "libmpi.so.40".
std::optional<MpiFamily> family_of_library(std::string_view soname);
// By the variables that the families' launchers set for the programs they start.
std::optional<MpiFamily> family_of_launcher(const config::Environment& environment);

std::string preloaded_library(MpiFamily family);  // "libstrait-mpi-openmpi.so"

}  // namespace strait::cli
