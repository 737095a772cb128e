#include "mpiio/failure.h"

#include <gtest/gtest.h>

namespace strait::mpiio {
namespace {

constexpr std::size_t kRoom = MPI_MAX_ERROR_STRING - 1;

TEST(Sentence, SaysWhoWhatWhereAndWhy) {
  EXPECT_EQ(sentence(3, "MPI_File_open", "strait://h:7420/d/x", "No such file or directory"),
            R"(rank 3: MPI_File_open "strait://h:7420/d/x": No such file or directory)");
  EXPECT_EQ(sentence(0, "MPI_File_open", "", "\"strait:x\" is not a remote name"),
            R"(rank 0: MPI_File_open: "strait:x" is not a remote name)");
}

TEST(Sentence, ALongNameLosesItsMiddleAndTheCauseNothing) {
  const std::string name = "strait://h:7420/d/" + std::string(2 * kRoom, 'x') + "/end.h5";
  const std::string text = sentence(0, "MPI_File_open", name, "why; what to do");
  EXPECT_EQ(text.size(), kRoom);
  EXPECT_TRUE(text.starts_with(R"(rank 0: MPI_File_open "strait://h:7420/d/xx)")) << text;
  EXPECT_TRUE(text.ends_with(R"(xx/end.h5": why; what to do)")) << text;
}

TEST(Sentence, ALongCauseLeavesSomethingOfTheName) {
  const std::string text =
      sentence(0, "MPI_File_open", "strait://h:7420/d/" + std::string(kRoom, 'x') + "/end.h5",
               std::string(kRoom, 'y'));
  EXPECT_NE(text.find("strait://h:7420/d/x"), std::string::npos);
  EXPECT_NE(text.find("x/end.h5\": y"), std::string::npos);
}

}  // namespace
}  // namespace strait::mpiio
