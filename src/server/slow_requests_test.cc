// Requests that wait for a disk while their connection goes on; and accesses in atomic mode.
#include <gtest/gtest.h>

#include "server/test_site.h"

namespace strait::server {
namespace {

using std::chrono::seconds;
using wire::Operation;
using wire::StatusCode;

struct SlowRequestsTest : testing::Test {
  HeldExecutor workers;
  TestSite site{{.workers = &workers}};
  TestClient client = site.client();
  wire::Handle file = site.create(client, "a");
};

TEST_F(SlowRequestsTest, DoNotKeepOthersWaiting) {
  const auto commit = client.send(Operation::commit, {}, wire::CommitArgs{file});
  EXPECT_TRUE(client.ask(Operation::getattr, wire::GetattrArgs{file}).ok());
  EXPECT_FALSE(client.answered(commit));
  ASSERT_TRUE(workers.run_one());
  EXPECT_TRUE(client.wait(commit).ok());
}

TEST_F(SlowRequestsTest, GiveSignsOfLife) {
  const auto commit = client.send(Operation::commit, {}, wire::CommitArgs{file});
  for (int i = 0; i < 30; ++i) {
    site.settle(seconds(1));
    client.pump();
  }
  ASSERT_TRUE(workers.run_one());
  const auto reply = client.wait(commit);
  EXPECT_TRUE(reply.ok());
  EXPECT_GE(reply.signs_of_life, 4);
}

// A file system that hangs is for the client's patience, in the end.
TEST_F(SlowRequestsTest, ButNotForEver) {
  const auto commit = client.send(Operation::commit, {}, wire::CommitArgs{file});
  site.settle(rpc::kSignsOfLifeMax + seconds(1));
  client.pump();
  site.settle(std::chrono::hours(10));
  ASSERT_TRUE(workers.run_one());
  const auto reply = client.wait(commit);
  EXPECT_TRUE(reply.ok());
  EXPECT_GE(reply.signs_of_life, rpc::kSignsOfLifeMax / rpc::kTick - 2);
  EXPECT_LE(reply.signs_of_life, rpc::kSignsOfLifeMax / rpc::kTick);
}

TEST_F(SlowRequestsTest, CanBeCancelledBeforeTheyRun) {
  const auto commit = client.send(Operation::commit, {}, wire::CommitArgs{file});
  EXPECT_TRUE(client.ask(Operation::cancel, wire::CancelArgs{commit}).ok());
  EXPECT_EQ(client.wait(commit).head.status, StatusCode::cancelled);
  EXPECT_TRUE(client.ask(Operation::cancel, wire::CancelArgs{12345}).ok()) << "unknown is fine";
  workers.run_one();
  EXPECT_TRUE(client.ask(Operation::null).ok());
}

TEST_F(SlowRequestsTest, CancelledTooLateTheyAnswerWithTheirOutcome) {
  const auto commit = client.send(Operation::commit, {}, wire::CommitArgs{file});
  site.settle();
  ASSERT_TRUE(workers.run_one());
  EXPECT_TRUE(client.ask(Operation::cancel, wire::CancelArgs{commit}).ok());
  EXPECT_TRUE(client.wait(commit).ok());
}

TEST_F(SlowRequestsTest, AreBoundedPerConnection) {
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < rpc::kSlowMax + 5; ++i) {
    last = client.send(Operation::commit, {}, wire::CommitArgs{file});
  }
  const auto null = client.send(Operation::null, {});
  site.settle();
  EXPECT_FALSE(client.answered(null)) << "the connection reads no further";
  do {
    site.settle();
  } while (workers.run_one());
  EXPECT_TRUE(client.wait(last).ok());
  EXPECT_TRUE(client.wait(null).ok());
}

TEST(AtomicMode, LargeAccessesComeOutWhole) {
  TestSite site;
  TestClient client = site.client();
  const wire::Handle file = site.create(client, "a");
  const auto data = pattern((3 << 20) + 5);
  auto write = write_at(file, 1, 7, data.size(), wire::Durability::received);
  write.flags = wire::kAccessAtomic;
  const auto wrote = client.wait(client.send(Operation::write, data, write));
  ASSERT_TRUE(wrote.ok()) << wrote.head.message;
  EXPECT_EQ(wrote.as<wire::WriteResults>().reached, wire::Durability::written);
  auto read = read_at(file, 7, data.size() + 10);
  read.flags = wire::kAccessAtomic;
  const auto got = client.ask(Operation::read, read);
  EXPECT_EQ(got.payload, data);
  EXPECT_TRUE(got.as<wire::ReadResults>().end_of_file);
  read.target = wire::ExtentList{{{0, 60 << 20}}};
  EXPECT_EQ(client.ask(Operation::read, read).head.status, StatusCode::exhausted);
  read.flags = 64;
  EXPECT_EQ(client.ask(Operation::read, read).head.status, StatusCode::invalid_argument);
  EXPECT_EQ(site.server->core().pool.bytes_out(), 0U);
}

}  // namespace
}  // namespace strait::server
