#include "cli/mpi_family.h"

#include <algorithm>
#include <array>

namespace strait::cli {
namespace {

struct Launched {
  std::string_view variable;
  MpiFamily family;
};

// Open MPI's before those that several process managers have in common.
constexpr std::array kLaunchers = {
    Launched{"OMPI_COMM_WORLD_SIZE", MpiFamily::openmpi},
    Launched{"HYDI_CONTROL_FD", MpiFamily::mpich},
    Launched{"PMI_RANK", MpiFamily::mpich},
    Launched{"PMI_FD", MpiFamily::mpich},
    Launched{"MPI_LOCALNRANKS", MpiFamily::mpich},
    Launched{"MV2_COMM_WORLD_SIZE", MpiFamily::mpich},
};

}  // namespace

std::string_view name_of(MpiFamily family) {
  return family == MpiFamily::mpich ? "mpich" : "openmpi";
}

std::string_view product_of(MpiFamily family) {
  return family == MpiFamily::mpich ? "MPICH" : "Open MPI";
}

std::optional<MpiFamily> family_named(std::string_view name) {
  for (const MpiFamily family : {MpiFamily::mpich, MpiFamily::openmpi})
    if (name == name_of(family)) return family;
  return std::nullopt;
}

std::optional<MpiFamily> family_of_library(std::string_view soname) {
  if (soname.starts_with("libmpich.so.") || soname == "libmpi.so.12") return MpiFamily::mpich;
  if (soname == "libmpi.so.40") return MpiFamily::openmpi;
  return std::nullopt;
}

std::optional<MpiFamily> family_of_launcher(const config::Environment& environment) {
  const auto* const found = std::ranges::find_if(
      kLaunchers, [&](const Launched& one) { return environment(one.variable).has_value(); });
  if (found == kLaunchers.end()) return std::nullopt;
  return found->family;
}

std::string preloaded_library(MpiFamily family) {
  return fmt::format("libstrait-mpi-{}.so", name_of(family));
}

}  // namespace strait::cli
