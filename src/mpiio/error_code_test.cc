#include "mpiio/error_code.h"

#include <gtest/gtest.h>

#include <string>

namespace strait::mpiio {
namespace {

std::string string_of(int code) {
  static Next<int (*)(int, char*, int*)> next{"PMPI_Error_string"};
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  EXPECT_EQ(error_string(next, code, text, &length), MPI_SUCCESS);
  EXPECT_EQ(std::string(text).size(), static_cast<std::size_t>(length));
  return text;
}

int class_of(int code) {
  static Next<int (*)(int, int*)> next{"PMPI_Error_class"};
  int found = 0;
  EXPECT_EQ(error_class(next, code, &found), MPI_SUCCESS);
  return found;
}

TEST(ErrorCode, GivesBackItsClassAndItsSentence) {
  const int code = code_of({MPI_ERR_NO_SUCH_FILE, "there is no x"});
  EXPECT_TRUE(is_our_code(code));
  EXPECT_EQ(class_of(code), MPI_ERR_NO_SUCH_FILE);
  EXPECT_EQ(string_of(code), "there is no x");
}

TEST(ErrorCode, IsTheSameForTheSameSentence) {
  EXPECT_EQ(code_of({MPI_ERR_IO, "once"}), code_of({MPI_ERR_IO, "once"}));
  EXPECT_NE(code_of({MPI_ERR_IO, "once"}), code_of({MPI_ERR_ARG, "once"}));
}

TEST(ErrorCode, LeavesOtherCodesToMpi) {
  EXPECT_FALSE(is_our_code(MPI_SUCCESS));
  EXPECT_FALSE(is_our_code(MPI_ERR_IO));
  EXPECT_EQ(class_of(MPI_ERR_IO), MPI_ERR_IO);
  EXPECT_FALSE(string_of(MPI_ERR_IO).empty());
}

TEST(ErrorCode, CutsWhatDoesNotFit) {
  const std::string text = string_of(code_of({MPI_ERR_IO, std::string(10000, 'x')}));
  EXPECT_EQ(text.size(), static_cast<std::size_t>(MPI_MAX_ERROR_STRING) - 1);
  EXPECT_TRUE(text.ends_with("x..."));
}

TEST(ErrorCode, KeepsItsClassWhenItsSentenceIsForgotten) {
  const int old = code_of({MPI_ERR_QUOTA, "soon forgotten"});
  for (int i = 0; i < 2 * kCodesKept; ++i) (void)code_of({MPI_ERR_IO, std::to_string(i)});
  EXPECT_EQ(class_of(old), MPI_ERR_QUOTA);
  EXPECT_NE(string_of(old), "soon forgotten");
}

}  // namespace
}  // namespace strait::mpiio
