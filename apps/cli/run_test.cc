#include "cli/run.h"

#include <gtest/gtest.h>

#include <vector>

namespace strait::cli {
namespace {

using Words = std::vector<std::string>;

TEST(Run, LeavesTheProgramsOwnWordsAlone) {
  const Words words = {
      "-v",    "--map", "/a=strait://h/d", "--map=/b=strait://h/e", "--mpi=openmpi", "prog", "-v",
      "--map", "x"};
  const auto request = parse_run(words);
  ASSERT_TRUE(request);
  EXPECT_TRUE(request->verbose);
  EXPECT_EQ(request->map, "/a=strait://h/d,/b=strait://h/e");
  EXPECT_EQ(request->family, MpiFamily::openmpi);
  EXPECT_EQ(Words(request->program.begin(), request->program.end()),
            Words({"prog", "-v", "--map", "x"}));
}

TEST(Run, EndsItsOptionsAtTwoDashes) {
  const Words words = {"--", "-strange-name", "x"};
  const auto request = parse_run(words);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->program.front(), "-strange-name");
}

TEST(Run, RefusesWhatItCannotRead) {
  for (const Words& words :
       {Words{}, Words{"-v"}, Words{"-x", "prog"}, Words{"--map"}, Words{"--mpi", "lam", "prog"}}) {
    const auto request = parse_run(words);
    ASSERT_FALSE(request);
    EXPECT_EQ(request.error().kind, ErrorKind::invalid_argument);
  }
}

TEST(Run, SuggestsTheOptionThatWasMeant) {
  const Words words = {"--mao=/a=strait://h/d", "prog"};
  EXPECT_EQ(parse_run(words).error().what,
            "there is no option '--mao=/a=strait://h/d'; did you mean --map?");
}

}  // namespace
}  // namespace strait::cli
