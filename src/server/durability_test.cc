// Received, written, committed: what WRITE promises, and what is told when a promise cannot be
// kept.
#include <gtest/gtest.h>

#include "server/test_site.h"

namespace strait::server {
namespace {

using wire::Durability;
using wire::Operation;
using wire::StatusCode;

struct DurabilityTest : testing::Test {
  std::shared_ptr<TestDisk> disk = std::make_shared<TestDisk>();
  bool full = false;
  TestSite site{{.driver = disk}};
  TestClient client = site.client();
  wire::Handle file = site.create(client, "a");

  DurabilityTest() {
    disk->hook = [this](const storage::DriverCall& call) -> Status {
      if (!full || call.operation != storage::Operation::write) return {};
      return os_error(ENOSPC, "writing");
    };
  }

  TestClient::Reply write(std::uint64_t sequence, std::uint64_t offset, std::string_view text,
                          Durability wanted) {
    const auto number = client.send(Operation::write, bytes_of(text),
                                    write_at(file, sequence, offset, text.size(), wanted));
    while (!client.answered(number) && site.simulation.step()) {
    }
    return client.wait(number);
  }
};

TEST_F(DurabilityTest, ReceivedIsAnsweredBeforeItIsWritten) {
  const auto number =
      client.send(Operation::write, bytes_of("abc"), write_at(file, 1, 0, 3, Durability::received));
  int written_when_answered = -1;
  while (written_when_answered < 0 && site.simulation.step()) {
    if (client.answered(number)) written_when_answered = disk->writes;
  }
  const auto reply = client.wait(number);
  EXPECT_EQ(reply.as<wire::WriteResults>().reached, Durability::received);
  EXPECT_EQ(reply.head.written_up_to, 0U);
  site.simulation.run_until(site.simulation.clock().now() + std::chrono::seconds(1));
  EXPECT_EQ(disk->writes, 1);
  EXPECT_EQ(client.ask(Operation::getattr, wire::GetattrArgs{file}).head.written_up_to, 1U);
}

TEST_F(DurabilityTest, WhoeverTouchesTheFileSeesWhatWasReceived) {
  // All in one go, so that no worker comes between.
  const auto a = client.send(Operation::write, bytes_of("aaaa"),
                             write_at(file, 1, 0, 4, Durability::received));
  const auto b =
      client.send(Operation::write, bytes_of("bb"), write_at(file, 2, 2, 2, Durability::received));
  const auto read = client.send(Operation::read, {}, read_at(file, 0, 10));
  EXPECT_EQ(text_of(client.wait(read).payload), "aabb");
  EXPECT_TRUE(client.wait(a).ok());
  EXPECT_TRUE(client.wait(b).ok());
  client.send(Operation::write, bytes_of("c"), write_at(file, 3, 9, 1, Durability::received));
  TestClient other = site.client(1, 2);
  const auto found = other.ask(Operation::lookup, wire::LookupArgs{site.name("a")});
  EXPECT_EQ(found.as<wire::EntryResults>().attributes.size, 10U);
}

TEST_F(DurabilityTest, WrittenUpToKnowsNoGaps) {
  EXPECT_EQ(write(2, 10, "x", Durability::written).head.written_up_to, 2U)
      << "all that was received is written";
  EXPECT_EQ(write(1, 0, "y", Durability::written).head.written_up_to, 2U);
  EXPECT_EQ(write(3, 20, "z", Durability::committed).head.written_up_to, 3U);
}

TEST_F(DurabilityTest, ALostWriteIsToldOnceAndChangesTheProcessVerifier) {
  const auto before = client.ask(Operation::null).head.process_verifier;
  full = true;
  ASSERT_TRUE(write(1, 0, "abc", Durability::received).ok()) << "the disk was not asked yet";
  const auto commit = client.ask(Operation::commit, wire::CommitArgs{file});
  EXPECT_EQ(commit.head.status, StatusCode::no_space);
  EXPECT_NE(commit.head.process_verifier, before);
  EXPECT_EQ(commit.head.written_up_to, 0U);
  full = false;
  EXPECT_TRUE(client.ask(Operation::commit, wire::CommitArgs{file}).ok()) << "told once";
  EXPECT_EQ(client.ask(Operation::getattr, wire::GetattrArgs{file}).head.written_up_to, 0U)
      << "but it is still not written";
  EXPECT_EQ(write(1, 0, "abc", Durability::written).head.written_up_to, 1U);
}

TEST_F(DurabilityTest, TheNextWriteIsToldToo) {
  full = true;
  ASSERT_TRUE(write(1, 0, "abc", Durability::received).ok());
  site.simulation.run_until(site.simulation.clock().now() + std::chrono::seconds(1));
  EXPECT_EQ(write(2, 3, "d", Durability::received).head.status, StatusCode::no_space);
}

TEST_F(DurabilityTest, AFailedWriteIsAnsweredAsSuch) {
  full = true;
  const auto reply = write(1, 0, "abc", Durability::written);
  EXPECT_EQ(reply.head.status, StatusCode::no_space);
  EXPECT_NE(reply.head.message.find("'data'"), std::string::npos) << reply.head.message;
}

TEST_F(DurabilityTest, AKilledServerWritesNothingMore) {
  ASSERT_TRUE(write(1, 0, "abc", Durability::received).ok());
  const int before = disk->writes;
  if (before == 0) {
    site.restart();
    site.simulation.run_until(site.simulation.clock().now() + std::chrono::seconds(1));
    EXPECT_EQ(disk->writes, 0);
  }
}

TEST_F(DurabilityTest, ADrainedServerHasWrittenEverything) {
  client.send(Operation::write, bytes_of("abc"), write_at(file, 1, 0, 3, Durability::received));
  bool drained = false;
  site.server->drain(site.simulation.clock().now() + std::chrono::seconds(5),
                     [&] { drained = true; });
  site.simulation.run_until(site.simulation.clock().now() + std::chrono::seconds(10));
  EXPECT_TRUE(drained);
  EXPECT_TRUE(client.ended());
  EXPECT_EQ(disk->writes, 1);
}

TEST_F(DurabilityTest, WithoutMemoryReceivedBecomesWritten) {
  const auto data = pattern(40 << 20);
  const auto reply = client.wait(
      client.send(Operation::write, data, write_at(file, 1, 0, data.size(), Durability::received)));
  EXPECT_EQ(reply.as<wire::WriteResults>().reached, Durability::written);
}

}  // namespace
}  // namespace strait::server
