#include "cli/complaint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace strait::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Complaint, TellsWhatEveryoneKnowsInFamiliarWords) {
  const Error missing = error(ErrorKind::not_found, "looking up strait://h:7420/d/x: x: not there");
  EXPECT_EQ(complaint("cat", "strait://h/d/x", missing),
            "strait: cat: strait://h/d/x: No such file or directory (not_found)");
}

TEST(Complaint, KeepsTheWordsOfOtherFailures) {
  const Error failed = error(ErrorKind::io, "reading strait://h:7420/d/x: the disk: read error");
  EXPECT_EQ(complaint("cat", "x", failed), "strait: cat: x: the disk: read error (io)");
  EXPECT_EQ(complaint("", "", error(ErrorKind::io, "a disk")), "strait: a disk (io)");
}

TEST(Complaint, AnUnknownHostIsNoMissingFile) {
  const Error nowhere = error(ErrorKind::not_found,
                              "looking up strait://h:7420/d/x: cannot connect to h:7420: no host "
                              "is called \"h\"");
  EXPECT_EQ(complaint("ls", "strait://h/d/x", nowhere),
            "strait: ls: strait://h/d/x: cannot connect to h:7420: no host is called \"h\" "
            "(not_found)");
}

TEST(Complaint, SaysWhatToDo) {
  EXPECT_THAT(complaint("ls", "x", error(ErrorKind::unknown_export, "no export is called d")),
              HasSubstr("--export"));
  EXPECT_THAT(complaint("ls", "x", error(ErrorKind::timed_out, "no progress for 60s")),
              HasSubstr("STRAIT_TIMEOUT"));
}

TEST(Complaint, TerminalsGetNoControlCharacters) {
  EXPECT_THAT(complaint("ls", "a\033[2Jb\nc", error(ErrorKind::io, "bad\rword")),
              Not(testing::ContainsRegex("[\001-\037]")));
}

}  // namespace
}  // namespace strait::cli
