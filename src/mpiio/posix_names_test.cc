#include "mpiio/posix_names.h"

#include <gtest/gtest.h>

namespace strait::mpiio {
namespace {

TEST(PosixNames, KnowsARemoteNameThatHasLostItsScheme) {
  const client::RemoteName expected{"host:7421", "data", "x.nc"};
  EXPECT_EQ(stripped_name("//host:7421/data/x.nc"), expected);
  EXPECT_EQ(stripped_name("host:7421:/data/x.nc"), expected);
  EXPECT_EQ(stripped_name("//[unix:/run/strait]/data/x.nc"),
            (client::RemoteName{"unix:/run/strait", "data", "x.nc"}));
}

TEST(PosixNames, LeavesLocalNamesAlone) {
  for (const char* name : {"//tmp/x", "/tmp/x", "x", "", "//host/data/x", "dir:1/x", "/a:80/b",
                           "host:/data/x", "//host:7421/data", "12:30:00"})
    EXPECT_FALSE(stripped_name(name)) << name;
}

TEST(PosixNames, HasRemoteSpellingsWhileMpiRuns) {
  const auto name = posix_name("strait://host/data/x");
  ASSERT_TRUE(name);
  EXPECT_FALSE(name->local_first);
  EXPECT_FALSE(posix_name("/tmp/x"));
  EXPECT_FALSE(posix_name(nullptr));
}

TEST(PosixNames, AreNotOursWhileOurOwnCodeUsesFiles) {
  const OwnFiles own;
  EXPECT_FALSE(posix_name("strait://host/data/x"));
}

}  // namespace
}  // namespace strait::mpiio
