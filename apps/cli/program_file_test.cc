#include "cli/program_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace strait::cli {
namespace {

using testing::Contains;
using testing::IsEmpty;

class ProgramFile : public testing::Test {
 protected:
  ProgramFile() { std::filesystem::create_directories(folder_); }
  ~ProgramFile() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text, mode_t mode) {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << text;
    ::chmod((folder_ + "/" + name).c_str(), mode);
    return folder_ + "/" + name;
  }

  const std::string folder_ = testing::TempDir() + "strait_program_" + std::to_string(::getpid());
};

TEST_F(ProgramFile, IsFoundAsTheShellFindsIt) {
  EXPECT_TRUE(find_program("sh"));
  EXPECT_EQ(find_program("/bin/sh").value(), "/bin/sh");
  EXPECT_EQ(find_program("no-such-program-here").error().kind, ErrorKind::not_found);
  EXPECT_EQ(find_program(folder_ + "/none").error().kind, ErrorKind::not_found);
  EXPECT_EQ(find_program(folder_).error().kind, ErrorKind::permission_denied);
  EXPECT_EQ(find_program(file("plain", "text", 0644)).error().kind, ErrorKind::permission_denied);
}

TEST_F(ProgramFile, KnowsTheInterpreterOfAScript) {
  EXPECT_EQ(interpreter_of(file("a", "#!/bin/sh -e\nexit\n", 0755)), "/bin/sh");
  EXPECT_EQ(interpreter_of(file("b", "#! /usr/bin/env no-such-program\n", 0755)),
            "no-such-program");
  EXPECT_EQ(interpreter_of(file("c", "no script", 0755)), std::nullopt);
  EXPECT_EQ(interpreter_of(folder_ + "/none"), std::nullopt);
}

TEST_F(ProgramFile, ListsTheLibrariesOfAProgram) {
  EXPECT_THAT(libraries_of(std::filesystem::read_symlink("/proc/self/exe")), Contains("libc.so.6"));
}

TEST_F(ProgramFile, HasNoLibrariesWhereItIsNoProgram) {
  EXPECT_THAT(libraries_of(file("text", "not ELF", 0755)), IsEmpty());
  EXPECT_THAT(libraries_of(file("short", "\177ELF", 0755)), IsEmpty());
  // A header that points nowhere.
  std::string broken(64, '\377');
  broken.replace(0, 5, "\177ELF\2");
  EXPECT_THAT(libraries_of(file("broken", broken, 0755)), IsEmpty());
}

TEST_F(ProgramFile, IsStaticWhereItNamesNoDynamicLinker) {
  EXPECT_FALSE(is_static(std::filesystem::read_symlink("/proc/self/exe")));
  EXPECT_FALSE(is_static(file("script", "#!/bin/sh\n", 0755)));
  EXPECT_FALSE(is_static(folder_ + "/none"));
  std::string header(64, '\0');
  header.replace(0, 5, "\177ELF\2");
  header[16] = 2;   // e_type: an executable
  header[54] = 56;  // e_phentsize
  EXPECT_TRUE(is_static(file("static", header, 0755)));
}

TEST_F(ProgramFile, HasOutput) {
  EXPECT_EQ(output_of({"/bin/sh", "-c", "echo words; echo noise >&2"}), "words\n");
  EXPECT_EQ(output_of({"/bin/sh", "-c", "exit 3"}), std::nullopt);
  EXPECT_EQ(output_of({folder_ + "/none"}), std::nullopt);
}

}  // namespace
}  // namespace strait::cli
