#include "client/remote_name.h"

#include <gtest/gtest.h>

namespace strait::client {
namespace {

RemoteName parsed(std::string_view name) {
  auto result = parse_remote_name(name);
  EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
  return result ? *result : RemoteName{};
}

ErrorKind refused(std::string_view name) {
  const auto result = parse_remote_name(name);
  EXPECT_FALSE(result) << name << " was taken for " << (result ? result->url() : "");
  return result ? ErrorKind::internal : result.error().kind;
}

TEST(RemoteName, AllSpellingsLeadToTheSameFile) {
  const RemoteName expected{"host:7420", "data", "dir/run.h5"};
  EXPECT_EQ(parsed("strait://host/data/dir/run.h5"), expected);
  EXPECT_EQ(parsed("strait://host:7420/data/dir/run.h5"), expected);
  EXPECT_EQ(parsed("strait:host:7420:/data/dir/run.h5"), expected);
  EXPECT_EQ(parsed("strait:host:/data/dir/run.h5"), expected);
  EXPECT_EQ(parsed("strait://HOST//data/./dir/other/..//run.h5"), expected);
}

TEST(RemoteName, TakesAddressesAndSockets) {
  EXPECT_EQ(parsed("strait://127.0.0.1:80/d/f").server, "127.0.0.1:80");
  EXPECT_EQ(parsed("strait://[::1]/d/f").server, "[::1]:7420");
  EXPECT_EQ(parsed("strait://[fe80::1%eth0]:99/d/f").server, "[fe80::1%eth0]:99");
  EXPECT_EQ(parsed("strait:[::1]:99:/d/f").server, "[::1]:99");
  const RemoteName socket{"unix:/run/strait sock", "d", "f"};
  EXPECT_EQ(parsed("strait://[unix:/run/strait sock]/d/f"), socket);
  EXPECT_EQ(parsed("strait:[unix:/run/strait sock]:/d/f"), socket);
}

TEST(RemoteName, MayNameAServerOrAnExportAlone) {
  EXPECT_EQ(parsed("strait://host"), (RemoteName{"host:7420", "", ""}));
  EXPECT_EQ(parsed("strait://host/"), (RemoteName{"host:7420", "", ""}));
  EXPECT_EQ(parsed("strait://host/data/"), (RemoteName{"host:7420", "data", ""}));
}

TEST(RemoteName, DecodesNothing) {
  EXPECT_EQ(parsed("strait://h/d/a%2fb?c#d e:f").path, "a%2fb?c#d e:f");
}

TEST(RemoteName, ShowsItselfAsAUrlThatLeadsBack) {
  for (const char* name : {"strait://h:1/d/x/y", "strait://[::1]/d/x", "strait://[unix:/s]/d",
                           "strait://h", "strait:h:2:/d/x:y"}) {
    const RemoteName first = parsed(name);
    EXPECT_EQ(parsed(first.url()), first) << first.url();
  }
  EXPECT_EQ(parsed("strait:h:2:/d/x").url(), "strait://h:2/d/x");
}

TEST(RemoteName, RefusesWhatIsNotOne) {
  for (const char* name : {"",
                           "/scratch/x",
                           "Strait://h/d",
                           "strait:",
                           "strait://",
                           "strait:///d/x",
                           "strait:/d/x",
                           "strait:host/d/x",
                           "strait:host:12",
                           "strait:host:port:/d",
                           "strait://h:/d",
                           "strait://h:0/d",
                           "strait://h:65536/d",
                           "strait://h:7 /d",
                           "strait://u@h/d",
                           "strait://h h/d",
                           "strait://[::1/d",
                           "strait://[host]/d",
                           "strait://[]/d",
                           "strait://[unix:s]/d",
                           "strait://[unix:/s]:1/d",
                           "strait://[::1]x/d",
                           "strait://h/d/../e",
                           "strait://h/..",
                           "strait://h/d/../../e",
                           "strait://h/d/\n",
                           "strait:unix:/d/f",
                           "strait://unix:7420/d"}) {
    EXPECT_EQ(refused(name), ErrorKind::invalid_argument) << name;
  }
}

TEST(RemoteName, RefusesWhatIsTooLong) {
  const std::string base = "strait://h/d/";
  EXPECT_EQ(refused(base + std::string(256, 'x')), ErrorKind::name_too_long);
  EXPECT_EQ(refused("strait://h/" + std::string(65, 'x') + "/f"), ErrorKind::name_too_long);
  std::string deep = base;
  for (int i = 0; i < 2100; ++i) deep += "x/";
  EXPECT_EQ(refused(deep), ErrorKind::name_too_long);
  EXPECT_EQ(parsed(base + std::string(255, 'x')).path.size(), 255U);
}

TEST(RemoteName, MessagesNeverCarryControlCharactersOfTheName) {
  const auto result = parse_remote_name("strait://h/d/\x1b[31m\n");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().what.find('\x1b'), std::string::npos);
  EXPECT_EQ(result.error().what.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace strait::client
