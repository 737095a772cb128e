#include "cli/launcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace strait::cli {
namespace {

using testing::HasSubstr;
using Variables = std::map<std::string, std::string, std::less<>>;

config::Environment environment(Variables variables) {
  return [all = std::move(variables)](std::string_view name) -> std::optional<std::string> {
    const auto found = all.find(name);
    if (found == all.end()) return std::nullopt;
    return found->second;
  };
}

TEST(Launcher, IsToldByItsVariables) {
  const auto open =
      launched_by(environment({{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_RANK", "0"}}));
  ASSERT_TRUE(open);
  EXPECT_EQ(open->family, MpiFamily::openmpi);
  EXPECT_EQ(open->ranks, "4");
  EXPECT_TRUE(open->first);
  const auto hydra =
      launched_by(environment({{"HYDI_CONTROL_FD", "7"}, {"PMI_SIZE", "2"}, {"PMI_RANK", "1"}}));
  ASSERT_TRUE(hydra);
  EXPECT_EQ(hydra->family, MpiFamily::mpich);
  EXPECT_FALSE(hydra->first);
}

TEST(Launcher, AResourceManagerServesAnyMpi) {
  EXPECT_FALSE(
      launched_by(environment({{"PMI_SIZE", "4"}, {"PMI_RANK", "0"}, {"SLURM_PROCID", "0"}})));
}

TEST(Launcher, IsToldByWhatItsNameLeadsTo) {
  const std::filesystem::path folder = testing::TempDir() + "launchers";
  std::filesystem::create_directories(folder);
  for (const auto& [file, family] :
       {std::pair{"orterun", MpiFamily::openmpi}, std::pair{"mpiexec.hydra", MpiFamily::mpich}}) {
    { const std::ofstream made(folder / file); }
    std::filesystem::remove(folder / "mpiexec");
    std::filesystem::create_symlink(file, folder / "mpiexec");
    EXPECT_EQ(family_of_launcher_file(folder / "mpiexec"), family) << file;
  }
  EXPECT_EQ(family_of_launcher_file("/bin/sh"), std::nullopt);
  std::filesystem::remove_all(folder);
}

TEST(Launcher, OfAnotherFamilyIsNamedWithWhatToDo) {
  const std::string text =
      mismatch(MpiFamily::openmpi, "./p needs libmpi.so.40", MpiFamily::mpich, "4");
  for (const char* part :
       {"Open MPI (./p needs libmpi.so.40)", "one of MPICH", "4 processes", "mpiexec.openmpi"})
    EXPECT_THAT(text, HasSubstr(part));
}

}  // namespace
}  // namespace strait::cli
