#include "cli/needed_mpi.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace strait::cli {
namespace {

using Words = std::vector<std::string>;

const config::Environment kNothing = [](std::string_view) { return std::nullopt; };

TEST(NeededMpi, AsksTheLauncherWhereTheProgramDoesNotTell) {
  const config::Environment launched = [](std::string_view name) -> std::optional<std::string> {
    if (name == "PMI_RANK") return "0";
    return std::nullopt;
  };
  const auto needed = needed_mpi("/bin/sh", Words{"sh"}, launched);
  ASSERT_TRUE(needed);
  EXPECT_EQ(needed->family, MpiFamily::mpich);
  EXPECT_FALSE(needed->certain);
}

TEST(NeededMpi, SaysWhatToGiveWhereNothingTells) {
  const auto needed = needed_mpi("/bin/sh", Words{"sh", "-c", "4"}, kNothing);
  ASSERT_FALSE(needed);
  EXPECT_NE(needed.error().what.find("--mpi"), std::string::npos);
}

TEST(NeededMpi, AStaticProgramIsNotHelpedByAFamily) {
  const std::string path = testing::TempDir() + "strait_static_" + std::to_string(::getpid());
  std::string header(64, '\0');
  header.replace(0, 5, "\177ELF\2");
  header[16] = 2;   // e_type: an executable
  header[54] = 56;  // e_phentsize
  std::ofstream(path, std::ios::binary) << header;
  const auto needed = needed_mpi(path, Words{path}, kNothing);
  ASSERT_FALSE(needed);
  EXPECT_NE(needed.error().what.find("linked statically"), std::string::npos);
  EXPECT_EQ(needed.error().what.find("--mpi"), std::string::npos);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace strait::cli
