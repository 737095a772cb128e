#include "cli/complaint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace strait::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Complaint, TellsWhatEveryoneKnowsInFamiliarWords) {
  const Error missing =
      error(ErrorKind::not_found, "x: not there").on("looking up strait://h:7420/d/x");
  EXPECT_EQ(complaint("cat", "strait://h/d/x", missing),
            "strait: cat: strait://h/d/x: No such file or directory (not_found)");
}

TEST(Complaint, KeepsTheWordsOfOtherFailures) {
  const Error failed =
      error(ErrorKind::io, "the disk: read error").on("reading strait://h:7420/d/x");
  EXPECT_EQ(complaint("cat", "x", failed), "strait: cat: x: the disk: read error (io)");
  EXPECT_EQ(complaint("", "", error(ErrorKind::io, "a disk")), "strait: a disk (io)");
}

TEST(Complaint, NamesTheSubjectOnce) {
  const auto refused = [](const std::string& quoted) {
    return error(ErrorKind::invalid_argument, "\"{}\" is not a remote name: it has no host",
                 quoted);
  };
  EXPECT_EQ(complaint("ls", "strait:///d", refused("strait:///d")),
            "strait: ls: \"strait:///d\" is not a remote name: it has no host (invalid_argument)");
  EXPECT_EQ(
      complaint("ls", "strait:///long", refused("strait:///l...")),
      "strait: ls: \"strait:///l...\" is not a remote name: it has no host (invalid_argument)");
  EXPECT_THAT(complaint("ls", "a", refused("b")), HasSubstr("ls: a: \"b\""));
}

TEST(Complaint, SaysWhatToDo) {
  EXPECT_THAT(complaint("ls", "x", error(ErrorKind::unknown_export, "no export is called d")),
              HasSubstr("--export"));
}

TEST(Complaint, TerminalsGetNoControlCharacters) {
  EXPECT_THAT(complaint("ls", "a\033[2Jb\nc", error(ErrorKind::io, "bad\rword")),
              Not(testing::ContainsRegex("[\001-\037]")));
}

}  // namespace
}  // namespace strait::cli
