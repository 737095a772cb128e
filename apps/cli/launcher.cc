#include "cli/launcher.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace strait::cli {
namespace {

struct LauncherName {
  std::string_view name;
  MpiFamily family;
};

// What mpiexec and mpirun are links to.
constexpr std::array kLauncherNames = {
    LauncherName{"orterun", MpiFamily::openmpi},
    LauncherName{"prterun", MpiFamily::openmpi},
    LauncherName{"mpiexec.openmpi", MpiFamily::openmpi},
    LauncherName{"mpirun.openmpi", MpiFamily::openmpi},
    LauncherName{"mpiexec.hydra", MpiFamily::mpich},
    LauncherName{"mpiexec.mpich", MpiFamily::mpich},
    LauncherName{"mpirun.mpich", MpiFamily::mpich},
    LauncherName{"mpiexec.gforker", MpiFamily::mpich},
};

// "mpich" has its mpiexec everywhere; Debian and its like give both a second name.
std::string_view launcher_of(MpiFamily family) {
  return family == MpiFamily::mpich ? "mpiexec.mpich or mpiexec.hydra"
                                    : "mpiexec.openmpi or orterun";
}

}  // namespace

std::optional<Launched> launched_by(const config::Environment& environment) {
  if (const auto ranks = environment("OMPI_COMM_WORLD_SIZE"))
    return Launched{MpiFamily::openmpi, *ranks, environment("OMPI_COMM_WORLD_RANK") == "0"};
  // PMI_SIZE alone may come from Slurm.
  const auto ranks = environment("PMI_SIZE");
  if (environment("HYDI_CONTROL_FD") && ranks)
    return Launched{MpiFamily::mpich, *ranks, environment("PMI_RANK") == "0"};
  return std::nullopt;
}

std::optional<MpiFamily> family_of_launcher_file(const std::string& path) {
  std::error_code failed;
  const std::string name = std::filesystem::canonical(path, failed).filename().string();
  const auto* const found = std::ranges::find(kLauncherNames, name, &LauncherName::name);
  if (failed || found == kLauncherNames.end()) return std::nullopt;
  return found->family;
}

std::string mismatch(MpiFamily needed, const std::string& reason, MpiFamily launcher,
                     const std::string& ranks) {
  return fmt::format(
      "the program is one of {} ({}), the mpiexec one of {}: its {}processes will not find each "
      "other, and each will be rank 0 of 1. Start it with {}'s own mpiexec ({})",
      product_of(needed), reason, product_of(launcher), ranks.empty() ? "" : ranks + " ",
      product_of(needed), launcher_of(needed));
}

}  // namespace strait::cli
