// Requests that come twice, within one server's life and beyond it.
#include <gtest/gtest.h>

#include "server/test_site.h"

namespace strait::server {
namespace {

using wire::Operation;
using wire::StatusCode;

TEST(Replay, ARepeatedRequestGetsTheFirstAnswer) {
  TestSite site;
  TestClient client = site.client();
  const wire::CreateArgs create{{1, 0}, site.name("a"), wire::CreateMode::exclusive, {}};
  const auto first = client.ask(Operation::create, create);
  ASSERT_TRUE(first.ok());
  const auto again = client.ask(Operation::create, create);
  ASSERT_TRUE(again.ok()) << "not 'exists': it was this client that made it";
  EXPECT_EQ(again.results, first.results);
  wire::CreateArgs other = create;
  other.replay = {2, 0};
  EXPECT_EQ(client.ask(Operation::create, other).head.status, StatusCode::exists);
}

TEST(Replay, AlsoAcrossARestartOfTheServer) {
  TestSite site;
  TestClient client = site.client(1);
  const wire::Handle file = site.create(client, "a");
  const wire::RemoveArgs remove{{1, 0}, site.name("a"), file};
  const auto first = client.ask(Operation::remove, remove);
  ASSERT_TRUE(first.ok());
  site.restart();
  TestClient back = site.client(2);
  const auto again = back.ask(Operation::remove, remove);
  EXPECT_TRUE(again.ok()) << again.head.message;
  EXPECT_NE(again.head.process_verifier, first.head.process_verifier);
  EXPECT_EQ(again.head.host_verifier, first.head.host_verifier);
}

TEST(Replay, FailuresAreKeptToo) {
  TestSite site;
  TestClient client = site.client();
  ASSERT_TRUE(client.ask(Operation::mkdir, wire::MkdirArgs{{1, 0}, site.name("d"), 0755}).ok());
  site.create(client, "d/f");
  const wire::RemoveArgs remove{{2, 1}, site.name("d"), std::nullopt};
  EXPECT_EQ(client.ask(Operation::remove, remove).head.status, StatusCode::not_empty);
  const auto file = client.ask(Operation::lookup, wire::LookupArgs{site.name("d/f")})
                        .as<wire::EntryResults>()
                        .file;
  ASSERT_TRUE(client.ask(Operation::remove, wire::RemoveArgs{{3, 1}, site.name("d/f"), file}).ok());
  EXPECT_EQ(client.ask(Operation::remove, remove).head.status, StatusCode::not_empty)
      << "the same answer, although it would go through now";
}

TEST(Replay, NumbersAreCheckedAndForgotten) {
  TestSite site;
  TestClient client = site.client();
  EXPECT_EQ(client.ask(Operation::mkdir, wire::MkdirArgs{{0, 0}, site.name("d"), 0755}).head.status,
            StatusCode::invalid_argument);
  for (std::uint64_t number = 1; number <= 20; ++number) {
    ASSERT_TRUE(
        client
            .ask(Operation::mkdir,
                 wire::MkdirArgs{{number, number - 1}, site.name(std::to_string(number)), 0755})
            .ok());
  }
  EXPECT_EQ(site.server->core().replies.size(), 1U);
  EXPECT_EQ(
      client.ask(Operation::mkdir, wire::MkdirArgs{{5, 19}, site.name("5"), 0755}).head.status,
      StatusCode::invalid_argument);
}

TEST(Replay, EachClientHasItsOwnNumbers) {
  TestSite site;
  TestClient one = site.client(1, 1);
  TestClient two = site.client(1, 2);
  EXPECT_TRUE(one.ask(Operation::mkdir, wire::MkdirArgs{{1, 0}, site.name("d"), 0755}).ok());
  EXPECT_EQ(two.ask(Operation::mkdir, wire::MkdirArgs{{1, 0}, site.name("d"), 0755}).head.status,
            StatusCode::exists);
}

}  // namespace
}  // namespace strait::server
