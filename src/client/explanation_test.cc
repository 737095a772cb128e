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
