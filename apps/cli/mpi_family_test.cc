#include "cli/mpi_family.h"

#include <gtest/gtest.h>

#include <map>

namespace strait::cli {
namespace {

config::Environment variables(std::map<std::string, std::string> all) {
  return [all = std::move(all)](std::string_view name) -> std::optional<std::string> {
    const auto found = all.find(std::string(name));
    if (found == all.end()) return std::nullopt;
    return found->second;
  };
}

TEST(MpiFamily, IsToldByTheLibrary) {
  EXPECT_EQ(family_of_library("libmpich.so.12"), MpiFamily::mpich);
  EXPECT_EQ(family_of_library("libmpi.so.12"), MpiFamily::mpich);
  EXPECT_EQ(family_of_library("libmpi.so.40"), MpiFamily::openmpi);
  EXPECT_EQ(family_of_library("libmpi_cxx.so.40"), std::nullopt);
  EXPECT_EQ(family_of_library("libm.so.6"), std::nullopt);
}

TEST(MpiFamily, IsToldByTheLauncher) {
  EXPECT_EQ(family_of_launcher(variables({{"PMI_RANK", "0"}})), MpiFamily::mpich);
  EXPECT_EQ(family_of_launcher(variables({{"OMPI_COMM_WORLD_SIZE", "4"}, {"PMI_RANK", "0"}})),
            MpiFamily::openmpi);
  EXPECT_EQ(family_of_launcher(variables({{"HOME", "/"}})), std::nullopt);
}

TEST(MpiFamily, HasANameThatLeadsBack) {
  for (const MpiFamily family : {MpiFamily::mpich, MpiFamily::openmpi})
    EXPECT_EQ(family_named(name_of(family)), family);
  EXPECT_EQ(family_named("lam"), std::nullopt);
}

}  // namespace
}  // namespace strait::cli
