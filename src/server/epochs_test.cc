// What happens to a client's earlier connections when it comes back.
#include <gtest/gtest.h>

#include "server/test_site.h"

namespace strait::server {
namespace {

using wire::Operation;
using wire::StatusCode;

// The system's flight of bytes survives the cut: the server goes on seeing an old connection.
TEST(Epochs, ANewerConnectionEndsTheOlderOne) {
  TestSite site;
  TestClient old = site.client(1);
  TestClient fresh = site.connect();
  EXPECT_TRUE(fresh.hello(2).ok());
  EXPECT_TRUE(old.wait_end(site.simulation.clock().now() + std::chrono::seconds(1)));
  EXPECT_TRUE(fresh.ask(Operation::null).ok());
}

TEST(Epochs, AnOlderOrEqualEpochIsRefused) {
  TestSite site;
  TestClient current = site.client(5);
  for (const std::uint64_t epoch : {4U, 5U}) {
    TestClient late = site.connect();
    const auto reply = late.hello(epoch);
    EXPECT_EQ(reply.head.status, StatusCode::invalid_argument);
    EXPECT_TRUE(late.wait_end(site.simulation.clock().now() + std::chrono::seconds(1)));
  }
  EXPECT_TRUE(current.ask(Operation::null).ok()) << "the one in force is not disturbed";
}

TEST(Epochs, OtherClientsAreNotDisturbed) {
  TestSite site;
  TestClient one = site.client(9, 1);
  TestClient two = site.client(1, 2);
  EXPECT_TRUE(one.ask(Operation::null).ok());
  EXPECT_TRUE(two.ask(Operation::null).ok());
}

TEST(Epochs, AHalfReceivedWriteIsDiscardedAndStaysOpenUntilItComesAgain) {
  TestSite site;
  TestClient old = site.client(1);
  const wire::Handle file = site.create(old, "a");
  // The head of a WRITE, and half of its data.
  const auto data = pattern(200000);
  auto body = *wire::encode(wire::RequestHead{}, write_at(file, 1, 0, data.size()));
  std::array<std::byte, wire::kHeaderSize> header;
  wire::write_header(header, {.operation = Operation::write,
                              .request = 77,
                              .body_length = static_cast<std::uint32_t>(body.size()),
                              .payload_length = data.size()});
  old.send_raw(header);
  old.send_raw(body);
  old.send_raw(ConstBytes(data).first(100000));
  site.simulation.run_until(site.simulation.clock().now() + std::chrono::seconds(1));

  TestClient fresh = site.connect();
  ASSERT_TRUE(fresh.hello(2).ok());
  const auto attributes = fresh.ask(Operation::getattr, wire::GetattrArgs{file});
  EXPECT_EQ(attributes.head.written_up_to, 0U) << "the first write was begun and is not written";
  const auto again =
      fresh.wait(fresh.send(Operation::write, data, write_at(file, 1, 0, data.size())));
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again.head.written_up_to, 1U);
  EXPECT_EQ(fresh.ask(Operation::read, read_at(file, 0, data.size())).payload, data);
}

TEST(Epochs, HelloIsAnsweredWhenWhatWasBegunBeforeHasEnded) {
  HeldExecutor workers;
  const auto disk = std::make_shared<TestDisk>();
  TestSite site({.driver = disk, .workers = &workers});
  TestClient old = site.client(1);
  const wire::Handle file = site.create(old, "a");
  old.send(Operation::commit, {}, wire::CommitArgs{file});
  site.settle();

  TestClient fresh = site.connect();
  std::uint64_t hello = 0;
  bool early = true;
  disk->hook = [&](const storage::DriverCall& call) -> Status {
    if (call.operation != storage::Operation::commit) return {};
    // While the disk commits, the client comes back.
    hello = fresh.send_hello(2);
    site.settle();
    early = fresh.answered(hello);
    return {};
  };
  ASSERT_TRUE(workers.run_one());
  EXPECT_FALSE(early) << "a request of the old connection was still running";
  EXPECT_TRUE(fresh.wait(hello).ok());
}

TEST(Epochs, WhatNoWorkerHasBegunIsDiscarded) {
  TestSite site({.defer_everything = true});
  TestClient old = site.client(1);
  const wire::Handle file = site.create(old, "a");
  old.send(Operation::resize, {}, wire::ResizeArgs{{1, 0}, file, 4096, false});
  TestClient fresh = site.connect();
  ASSERT_TRUE(fresh.hello(2).ok());
  const auto now = fresh.ask(Operation::getattr, wire::GetattrArgs{file});
  const auto then = now.as<wire::GetattrResults>().attributes.size;
  site.simulation.run_until(site.simulation.clock().now() + std::chrono::minutes(2));
  const auto later = fresh.ask(Operation::getattr, wire::GetattrArgs{file});
  EXPECT_EQ(later.as<wire::GetattrResults>().attributes.size, then) << "nothing stale ran later";
}

}  // namespace
}  // namespace strait::server
