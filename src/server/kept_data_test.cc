// Data that the server keeps before it writes it: no more than it has memory for, whoever asks.
#include <gtest/gtest.h>

#include <algorithm>

#include "server/test_site.h"

namespace strait::server {
namespace {

using std::chrono::minutes;
using wire::Operation;

constexpr std::size_t kMiB = 1 << 20;
constexpr std::uint64_t kRequest = 99;

// Sends a WRITE, but for its payload.
void begin_write(TestClient& client, const wire::WriteArgs& args, std::uint64_t payload) {
  const auto body = *wire::encode(wire::RequestHead{}, args);
  std::array<std::byte, wire::kHeaderSize> header;
  wire::write_header(header, {.operation = Operation::write,
                              .request = kRequest,
                              .body_length = static_cast<std::uint32_t>(body.size()),
                              .payload_length = payload});
  client.send_raw(header);
  client.send_raw(body);
}

// Clients that have sent the first part of one WRITE each, all at the same time.
class KeptData : public testing::Test {
 protected:
  void begin(std::size_t memory, int count, std::size_t data,
             const std::function<void(wire::WriteArgs&)>& change) {
    site = std::make_unique<TestSite>(TestSite::Options{.memory = memory, .driver = nullptr});
    TestClient maker = site->client(1, 1);
    const wire::Handle file = site->create(maker, "a");
    for (int i = 0; i < count; ++i) {
      writers.push_back(
          std::make_unique<TestClient>(site->client(1, static_cast<std::uint8_t>(i + 10))));
      wire::WriteArgs args = write_at(file, 1, data * static_cast<std::uint64_t>(i), data);
      change(args);
      begin_write(*writers.back(), args, data);
    }
    for (const std::size_t part : {data / 4, data / 2, data / 4}) {
      for (auto& writer : writers) writer->send_raw(pattern(part));
      site->settle();
    }
  }
  void expect_all_answered() {
    const Instant limit = site->simulation.clock().now() + minutes(5);
    const auto all_answered = [&] {
      return std::ranges::count_if(writers, [](auto& one) { return one->answered(kRequest); }) ==
             std::ssize(writers);
    };
    while (!all_answered() && site->simulation.next_event() <= limit && site->simulation.step()) {
      ASSERT_LE(site->server->core().pool.bytes_out(), site->options.memory);
    }
    ASSERT_TRUE(all_answered()) << "they wait for each other's memory";
    for (auto& writer : writers) EXPECT_TRUE(writer->wait(kRequest).ok());
    site->settle();
    EXPECT_EQ(site->server->core().pool.bytes_out(), 0U);
  }

  std::unique_ptr<TestSite> site;
  std::vector<std::unique_ptr<TestClient>> writers;
};

TEST_F(KeptData, AtomicWritesDoNotWaitForEachOther) {
  begin(8 * kMiB, 9, 2 * kMiB, [](wire::WriteArgs& args) { args.flags = wire::kAccessAtomic; });
  expect_all_answered();
}

// Whoever gives memory back must not go on with the work of those who waited for it: it may hold
// what they need.
TEST(KeptDataWrittenLater, LetsTheNextWriterOfTheFileGoOn) {
  HeldExecutor disk;
  TestSite site({.memory = 8 * kMiB, .driver = nullptr, .workers = &disk});
  TestClient first = site.client(1, 1);
  const wire::Handle file = site.create(first, "a");
  const auto data = pattern(kMiB);
  ASSERT_TRUE(first
                  .wait(first.send(Operation::write, data,
                                   write_at(file, 1, 0, data.size(), wire::Durability::received)))
                  .ok());
  std::vector<std::unique_ptr<TestClient>> stalled;
  while (site.server->core().pool.bytes_out() < 8 * kMiB) {
    stalled.push_back(std::make_unique<TestClient>(
        site.client(1, static_cast<std::uint8_t>(stalled.size() + 10))));
    begin_write(*stalled.back(), write_at(file, 1, kMiB, data.size()), data.size());
    stalled.back()->send_raw(pattern(1));
    site.settle();
  }
  TestClient second = site.client(1, 3);
  const auto wrote = second.send(Operation::write, pattern(1000), write_at(file, 1, 0, 1000));
  site.settle();
  ASSERT_FALSE(second.answered(wrote)) << "it waits for memory";
  ASSERT_TRUE(disk.run_one());
  EXPECT_TRUE(second.wait(wrote).ok());
}

TEST(KeptDataWrittenLater, IsSeenByThoseWhoReachTheFileThroughAnotherExport) {
  HeldExecutor disk;
  TestSite site({.offered_twice = true, .driver = nullptr, .workers = &disk});
  TestClient client = site.client();
  const wire::Handle file = site.create(client, "a");
  const auto data = pattern(1000);
  ASSERT_TRUE(client
                  .wait(client.send(Operation::write, data,
                                    write_at(file, 1, 0, data.size(), wire::Durability::received)))
                  .ok());
  const auto same =
      client.ask(Operation::lookup, wire::LookupArgs{.name = wire::PathName{"again", "a"}})
          .as<wire::EntryResults>();
  EXPECT_NE(same.file, file);
  EXPECT_EQ(client.ask(Operation::read, read_at(same.file, 0, data.size())).payload, data);
}

}  // namespace
}  // namespace strait::server
