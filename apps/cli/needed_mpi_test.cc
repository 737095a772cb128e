#include "cli/needed_mpi.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace strait::cli
