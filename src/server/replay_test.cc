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

// Otherwise it would be told the outcome of something that it did not ask for.
TEST(Replay, ANumberThatComesAgainForSomethingElseIsRefused) {
  TestSite site;
  TestClient client = site.client();
  const wire::MkdirArgs made{{1, 0}, site.name("d"), 0755};
  ASSERT_TRUE(client.ask(Operation::mkdir, made).ok());
  const auto others_are_refused = [&](TestClient& by) {
    EXPECT_EQ(by.ask(Operation::mkdir, wire::MkdirArgs{{1, 0}, site.name("e"), 0755}).head.status,
              StatusCode::invalid_argument);
    EXPECT_EQ(by.ask(Operation::mkdir, wire::MkdirArgs{{1, 0}, site.name("d"), 0700}).head.status,
              StatusCode::invalid_argument);
    EXPECT_EQ(by.ask(Operation::remove, wire::RemoveArgs{{1, 0}, site.name("d"), std::nullopt})
                  .head.status,
              StatusCode::invalid_argument);
    EXPECT_TRUE(by.ask(Operation::mkdir, made).ok()) << "and the same is answered";
    EXPECT_EQ(by.ask(Operation::lookup, wire::LookupArgs{site.name("e")}).head.status,
              StatusCode::not_found);
  };
  others_are_refused(client);
  site.restart();
  TestClient back = site.client(2);
  others_are_refused(back);
}

TEST(Replay, EachClientHasItsOwnNumbers) {
  TestSite site;
  TestClient one = site.client(1, 1);
  TestClient two = site.client(1, 2);
  EXPECT_TRUE(one.ask(Operation::mkdir, wire::MkdirArgs{{1, 0}, site.name("d"), 0755}).ok());
  EXPECT_EQ(two.ask(Operation::mkdir, wire::MkdirArgs{{1, 0}, site.name("d"), 0755}).head.status,
            StatusCode::exists);
}

// The process dies after it has executed a request, before it could write the outcome down.
struct Crash : testing::Test {
  TestSite site;
  TestClient client = site.client(1);
  wire::Handle file = site.create(client, "a");

  template <class Args>
  TestClient::Reply executed_but_not_answered(Operation operation, const Args& args) {
    site.journal.fail_after = 1;  // the intent goes in
    EXPECT_EQ(client.ask(operation, args).head.status, StatusCode::io);
    site.journal.fail_after = -1;
    site.restart();
    client = site.client(++epoch);
    return client.ask(operation, args);
  }
  std::uint64_t epoch = 1;
};

TEST_F(Crash, AfterRemove) {
  const auto again =
      executed_but_not_answered(Operation::remove, wire::RemoveArgs{{1, 0}, site.name("a"), file});
  EXPECT_TRUE(again.ok()) << again.head.message;
}

TEST_F(Crash, AfterRename) {
  const auto again = executed_but_not_answered(
      Operation::rename, wire::RenameArgs{{1, 0}, site.name("a"), site.name("b"), std::nullopt});
  EXPECT_TRUE(again.ok()) << again.head.message;
  EXPECT_TRUE(client.ask(Operation::lookup, wire::LookupArgs{site.name("b")}).ok());
}

TEST_F(Crash, AfterAnExclusiveCreate) {
  const auto again = executed_but_not_answered(
      Operation::create, wire::CreateArgs{{1, 0}, site.name("b"), wire::CreateMode::exclusive, {}});
  ASSERT_TRUE(again.ok()) << again.head.message;
  EXPECT_TRUE(again.as<wire::CreateResults>().created);
  EXPECT_TRUE(
      client.ask(Operation::getattr, wire::GetattrArgs{again.as<wire::CreateResults>().file}).ok());
}

TEST_F(Crash, AfterMkdirSymlinkAndLink) {
  EXPECT_TRUE(
      executed_but_not_answered(Operation::mkdir, wire::MkdirArgs{{1, 0}, site.name("d"), 0755})
          .ok());
  EXPECT_TRUE(
      executed_but_not_answered(Operation::symlink, wire::SymlinkArgs{{2, 1}, site.name("s"), "a"})
          .ok());
  const auto link =
      executed_but_not_answered(Operation::link, wire::LinkArgs{{3, 2}, file, site.name("l")});
  ASSERT_TRUE(link.ok()) << link.head.message;
  EXPECT_EQ(link.as<wire::EntryResults>().file, file);
  EXPECT_TRUE(
      executed_but_not_answered(Operation::resize, wire::ResizeArgs{{4, 3}, file, 100, false})
          .ok());
}

TEST_F(Crash, BeforeTheExecutionItIsExecutedWhenItComesAgain) {
  // Only the intent is there: as if the process had died between journal and file system.
  Intent intent;
  intent.operation = static_cast<std::uint32_t>(Operation::remove);
  intent.name = site.name("a");
  intent.object = file;
  wire::Id id;
  id.fill(std::byte{1});
  ReplyCache cache(site.journal);
  ASSERT_TRUE(cache.begin(id, {1, 0}, 0, intent));
  site.restart();
  client = site.client(2);
  EXPECT_TRUE(client.ask(Operation::lookup, wire::LookupArgs{site.name("a")}).ok());
  EXPECT_TRUE(client.ask(Operation::remove, wire::RemoveArgs{{1, 0}, site.name("a"), file}).ok());
  EXPECT_EQ(client.ask(Operation::lookup, wire::LookupArgs{site.name("a")}).head.status,
            StatusCode::not_found);
}

TEST(Replay, WhoStaysAwayIsForgotten) {
  TestSite site;
  TestClient client = site.client(1);
  ASSERT_TRUE(client.ask(Operation::mkdir, wire::MkdirArgs{{1, 0}, site.name("d"), 0755}).ok());
  site.restart();
  EXPECT_EQ(site.server->core().replies.size(), 1U);
  site.simulation.run_until(site.simulation.clock().now() + ClientTable::kAbsenceMax * 2);
  EXPECT_EQ(site.server->core().replies.size(), 0U);
  EXPECT_TRUE(site.journal.load()->records.empty());
}

}  // namespace
}  // namespace strait::server
