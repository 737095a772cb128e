#include "transport/address.h"

#include <gtest/gtest.h>

namespace strait::transport {
namespace {

TEST(Address, ReadsAndWritesHostsAndPorts) {
  struct Row {
    const char* text;
    HostPort parsed;
  };
  const Row rows[] = {{"host:7420", {"host", 7420}},
                      {"a.b.example:1", {"a.b.example", 1}},
                      {"127.0.0.1:0", {"127.0.0.1", 0}},
                      {"[::1]:65535", {"::1", 65535}},
                      {"[fe80::1%eth0]:7420", {"fe80::1%eth0", 7420}}};
  for (const Row& row : rows) {
    const auto parsed = parse_host_port(row.text);
    ASSERT_TRUE(parsed) << row.text;
    EXPECT_EQ(*parsed, row.parsed) << row.text;
    EXPECT_EQ(parsed->text(), row.text);
  }
}

TEST(Address, RefusesWhatIsNoAddressAndSaysWhy) {
  struct Row {
    const char* text;
    const char* reason;
  };
  const Row rows[] = {
      {"", "port is missing"},      {"host", "port is missing"},  {":7420", "host is missing"},
      {"host:", "a port is"},       {"host:65536", "a port is"},  {"host:-1", "a port is"},
      {"host:7420x", "a port is"},  {"host: 7420", "a port is"},  {"::1:7420", "in brackets"},
      {"[::1:7420", "not closed"},  {"[::1]7420", "port is"},     {"[]:7420", "host is missing"},
      {"ho st:7420", "characters"}, {"host\n:7420", "characters"}};
  for (const Row& row : rows) {
    const auto parsed = parse_host_port(row.text);
    ASSERT_FALSE(parsed) << row.text;
    EXPECT_EQ(parsed.error().kind, ErrorKind::invalid_argument);
    EXPECT_NE(parsed.error().what.find(row.reason), std::string::npos) << parsed.error().what;
  }
  const auto huge = parse_host_port(std::string(1 << 20, 'h') + ":1");
  ASSERT_FALSE(huge);
  EXPECT_LT(huge.error().what.size(), 300U);
}

TEST(Address, ReadsUnixPaths) {
  EXPECT_TRUE(is_unix_address("unix:/run/strait"));
  EXPECT_FALSE(is_unix_address("unix.example:7420"));
  EXPECT_EQ(*parse_unix_path("unix:/run/strait"), "/run/strait");
  EXPECT_FALSE(parse_unix_path("unix:"));
  EXPECT_FALSE(parse_unix_path("/run/strait"));
  EXPECT_FALSE(parse_unix_path(std::string_view("unix:/run\0x", 11)));
}

TEST(Address, KnowsWhatOnlyThisMachineReaches) {
  for (const char* near : {"unix:/x", "localhost:1", "127.0.0.1:1", "127.8.9.10:1", "[::1]:1"}) {
    EXPECT_TRUE(is_loopback(near)) << near;
  }
  for (const char* far : {"0.0.0.0:1", "[::]:1", "example:1", "127.0.0.1.example:1",
                          "127.example:1", "10.0.0.1:1", "[fe80::1]:1", "nonsense"}) {
    EXPECT_FALSE(is_loopback(far)) << far;
  }
}

}  // namespace
}  // namespace strait::transport
