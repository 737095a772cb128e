#include "client/explanation.h"

#include <gtest/gtest.h>

namespace strait::client {
namespace {

Error answered(ErrorKind kind, std::string_view what) {
  return error(kind, "{}", what).on("looking up \"strait://h:7420/d/x\"");
}

TEST(Explanation, TellsWhatEveryoneKnowsInFamiliarWords) {
  const Error missing = answered(ErrorKind::not_found, "LOOKUP of 'x' in export 'd': not there");
  EXPECT_EQ(explanation(missing), "No such file or directory");
}

TEST(Explanation, KeepsTheWordsOfOtherFailures) {
  EXPECT_EQ(explanation(answered(ErrorKind::io, "the disk: read error")), "the disk: read error");
  EXPECT_EQ(explanation(error(ErrorKind::io, "a disk")), "a disk");
}

TEST(Explanation, AnUnknownHostIsNoMissingFile) {
  const Error nowhere =
      answered(ErrorKind::not_found, "cannot connect to h:7420: no host is called \"h\"");
  EXPECT_EQ(explanation(nowhere), "cannot connect to h:7420: no host is called \"h\"");
}

TEST(Explanation, SaysWhatToDo) {
  EXPECT_EQ(explanation(answered(ErrorKind::unknown_export, "there is no export named 'd'")),
            "there is no export named 'd'; straitd offers what its --export options name");
}

TEST(Explanation, SaysWhereRoomIsMissing) {
  const Error full = error(ErrorKind::no_space, "WRITE in export 'd': writing 8 bytes at offset 0");
  EXPECT_EQ(explanation(Error(full).on("writing \"strait://h:7420/d/x\"")),
            "WRITE in export 'd': writing 8 bytes at offset 0; make room in that export, at the "
            "server");
  EXPECT_EQ(explanation(full), full.what) << "a disk of this machine";
}

TEST(Explanation, SaysWhatMadeAnExportReadOnly) {
  EXPECT_EQ(explanation(answered(ErrorKind::read_only, "the export 'd' is read-only")),
            "the export 'd' is read-only; straitd was started with \",ro\" behind it");
  EXPECT_EQ(explanation(answered(ErrorKind::read_only, "opening x: Read-only file system")),
            "opening x: Read-only file system");
}

// Whose permission is missing: only a server's answer is about straitd's user.
TEST(Explanation, TellsPermissionsThereFromPermissionsHere) {
  EXPECT_EQ(explanation(answered(ErrorKind::permission_denied, "opening x: Permission denied")),
            "Permission denied; the user that straitd runs as has no right to it");
  EXPECT_EQ(explanation(error(ErrorKind::permission_denied, "opening x: Permission denied")),
            "Permission denied");
  EXPECT_EQ(explanation(answered(ErrorKind::permission_denied, "x: leads out of the export")),
            "x: leads out of the export");
}

}  // namespace
}  // namespace strait::client
