// Peers that break the protocol, stop half-way, never read, or ask for too much.
#include <gtest/gtest.h>

#include "server/test_site.h"

namespace strait::server {
namespace {

using std::chrono::seconds;
using wire::Operation;
using wire::StatusCode;

Instant later(TestSite& site, Duration by) { return site.simulation.clock().now() + by; }

TEST(Hostile, GarbageEndsTheConnectionWithAReason) {
  TestSite site;
  TestClient good = site.client(1, 1);
  TestClient bad = site.connect();
  bad.send_raw(pattern(1000));
  const auto complaint = bad.complaint();
  EXPECT_EQ(complaint.head.status, StatusCode::protocol) << complaint.head.message;
  EXPECT_TRUE(bad.wait_end(later(site, seconds(1))));
  EXPECT_TRUE(good.ask(Operation::null).ok());
}

TEST(Hostile, NothingGoesBeforeHello) {
  TestSite site;
  TestClient early = site.connect();
  EXPECT_EQ(early.ask(Operation::null).head.status, StatusCode::protocol);
  EXPECT_TRUE(early.wait_end(later(site, seconds(1))));
  TestClient twice = site.client();
  EXPECT_EQ(twice.hello(2).head.status, StatusCode::protocol);
}

TEST(Hostile, HelloMustComeInTimeAndBeUnderstood) {
  TestSite site;
  TestClient silent = site.connect();
  EXPECT_TRUE(silent.wait_end(later(site, seconds(16))));
  TestClient future = site.connect();
  wire::HelloArgs args;
  args.version_min = args.version_max = 99;
  args.epoch = 1;
  EXPECT_EQ(future.ask(Operation::hello, args).head.status, StatusCode::incompatible);
  TestClient narrow = site.connect();
  args = {};
  args.epoch = 1;
  args.limits.segment_size = 1;
  EXPECT_EQ(narrow.ask(Operation::hello, args).head.status, StatusCode::incompatible);
  TestClient torn = site.connect();
  EXPECT_EQ(torn.wait(torn.send_body(Operation::hello, {}, pattern(20))).head.status,
            StatusCode::protocol);
}

// Without its checksum a flipped bit would be another client, or an epoch that nobody can follow.
TEST(Hostile, ADamagedHelloIsRefusedAndCanBeSaidAgain) {
  wire::HelloArgs args;
  args.software = "test";
  const std::uint64_t body = wire::encode(wire::RequestHead{}, args)->size();
  for (std::uint64_t at = wire::kHeaderSize; at < wire::kHeaderSize + body + 8; ++at) {
    TestSite site;
    site.network.set_scripts([at](std::string_view, std::uint64_t) {
      transport::loopback::Script script;
      script.to_listener.corrupt_byte = at;
      return script;
    });
    TestClient client = site.connect();
    const auto refused = client.hello(1);
    ASSERT_EQ(refused.head.status, StatusCode::protocol) << "byte " << at;
    EXPECT_EQ(refused.head.retry, wire::RetryCode::reconnect);
    EXPECT_TRUE(client.wait_end(later(site, seconds(1))));
    site.network.set_scripts({});
    EXPECT_TRUE(site.connect().hello(1).ok());
  }
}

TEST(Hostile, AHelloWithoutAChecksumIsRefused) {
  TestSite site;
  TestClient client = site.connect();
  wire::HelloArgs args;
  args.epoch = 1;
  const auto body = *wire::encode(wire::RequestHead{}, args);
  std::array<std::byte, wire::kHeaderSize> header;
  wire::write_header(header, {.operation = Operation::hello,
                              .request = 5,
                              .body_length = static_cast<std::uint32_t>(body.size())});
  client.send_raw(header);
  client.send_raw(body);
  const auto refused = client.wait(5);
  EXPECT_EQ(refused.head.status, StatusCode::protocol);
  EXPECT_EQ(refused.head.retry, wire::RetryCode::never);
  EXPECT_TRUE(client.wait_end(later(site, seconds(1))));
}

TEST(Hostile, AnIdleConnectionMayStay) {
  TestSite site;
  TestClient client = site.client();
  site.simulation.run_until(later(site, std::chrono::hours(10)));
  EXPECT_TRUE(client.ask(Operation::null).ok());
}

TEST(Hostile, AMessageThatDoesNotGoOnEndsTheConnection) {
  TestSite site;
  TestClient client = site.client();
  client.send_raw(pattern(10));
  EXPECT_FALSE(client.wait_end(later(site, seconds(55))));
  EXPECT_TRUE(client.wait_end(later(site, seconds(20))));
}

// Sends a WRITE, but for its payload.
void begin_write(TestClient& client, const wire::WriteArgs& args, std::uint64_t payload) {
  const auto body = *wire::encode(wire::RequestHead{}, args);
  std::array<std::byte, wire::kHeaderSize> header;
  wire::write_header(header, {.operation = Operation::write,
                              .request = 99,
                              .body_length = static_cast<std::uint32_t>(body.size()),
                              .payload_length = payload});
  client.send_raw(header);
  client.send_raw(body);
}

TEST(Hostile, AByteASecondIsSlowButNoFault) {
  TestSite site;
  TestClient client = site.client();
  const wire::Handle file = site.create(client, "a");
  begin_write(client, write_at(file, 1, 0, 100), 100);
  const auto data = pattern(100);
  for (const std::byte b : data) {
    client.send_raw({&b, 1});
    site.simulation.run_until(later(site, seconds(1)));
  }
  EXPECT_TRUE(client.wait(99).ok());
}

TEST(Hostile, APeerThatDoesNotReadIsEnded) {
  TestSite site;
  TestClient client = site.client();
  const wire::Handle file = site.create(client, "a");
  const auto data = pattern(8 << 20);
  ASSERT_TRUE(
      client.wait(client.send(Operation::write, data, write_at(file, 1, 0, data.size()))).ok());
  client.stop_reading();
  for (int i = 0; i < 20; ++i) client.send(Operation::read, {}, read_at(file, 0, data.size()));
  site.simulation.run_until(later(site, seconds(50)));
  EXPECT_LE(site.server->core().pool.bytes_out(), 2U << 20) << "one reply at a time";
  EXPECT_EQ(site.server->connections(), 1U);
  site.simulation.run_until(later(site, seconds(30)));
  EXPECT_EQ(site.server->connections(), 0U);
  EXPECT_EQ(site.server->core().pool.bytes_out(), 0U);
}

TEST(Hostile, MemoryIsBoundedAndTheSlowGiveWay) {
  TestSite site({.memory = 8 << 20});
  TestClient good = site.client(1, 1);
  const wire::Handle file = site.create(good, "a");
  std::vector<std::unique_ptr<TestClient>> slow;
  for (std::uint8_t i = 0; i < 12; ++i) {
    slow.push_back(std::make_unique<TestClient>(site.client(1, static_cast<std::uint8_t>(i + 10))));
    begin_write(*slow.back(), write_at(file, 1, 0, 1 << 20), 1 << 20);
    slow.back()->send_raw(pattern(100));
  }
  const auto data = pattern(1 << 20);
  const auto wrote = good.send(Operation::write, data, write_at(file, 1, 0, data.size()));
  TestClient reader = site.client(1, 2);
  const auto read = reader.send(Operation::read, {}, read_at(file, 0, data.size()));
  const Instant limit = later(site, seconds(60));
  while (!good.answered(wrote) && site.simulation.next_event() <= limit) {
    EXPECT_LE(site.server->core().pool.bytes_out(), 8U << 20);
    if (!site.simulation.step()) break;
  }
  const auto reply = good.wait(wrote);
  EXPECT_TRUE(reply.ok());
  EXPECT_GE(reply.signs_of_life, 1) << "a wait for memory is no reason to give up";
  const auto seen = reader.wait(read);
  EXPECT_TRUE(seen.ok());
  EXPECT_GE(seen.signs_of_life, 1);
}

// What keeps memory, or a right to it, once it has been begun.
enum class Hoard : std::uint8_t { reply, body, atomic_write };

void begin_hoard(TestSite& site, TestClient& client, Hoard what, const wire::Handle& file) {
  switch (what) {
    case Hoard::reply:
      client.stop_reading();
      client.send(Operation::read, {}, read_at(file, 0, 1 << 20));
      break;
    case Hoard::body: {
      std::array<std::byte, wire::kHeaderSize> header;
      wire::write_header(header, {.operation = Operation::write,
                                  .request = 99,
                                  .body_length = site.server->core().limits.body_max});
      client.send_raw(header);
      client.send_raw(pattern(1));
      break;
    }
    case Hoard::atomic_write: {
      wire::WriteArgs args = write_at(file, 1, 0, 2 << 20);
      args.flags = wire::kAccessAtomic;
      begin_write(client, args, 2 << 20);
      break;
    }
  }
}

// Neither by who does not take what it asked for, nor by who does not send what it began.
TEST(Hostile, MemoryIsKeptByNobodyWhileOthersWait) {
  for (const Hoard what : {Hoard::reply, Hoard::body, Hoard::atomic_write}) {
    TestSite site({.memory = 8 << 20, .driver = nullptr});
    TestClient good = site.client(1, 1);
    const wire::Handle file = site.create(good, "a");
    const auto data = pattern(1 << 20);
    ASSERT_TRUE(
        good.wait(good.send(Operation::write, data, write_at(file, 1, 0, data.size()))).ok());
    std::vector<std::unique_ptr<TestClient>> slow;
    // Bodies and atomic writes are for half of the memory at a time.
    for (std::uint8_t i = 0; i < (what == Hoard::reply ? 12 : 4); ++i) {
      slow.push_back(
          std::make_unique<TestClient>(site.client(1, static_cast<std::uint8_t>(i + 10))));
      begin_hoard(site, *slow.back(), what, file);
    }
    site.settle();
    wire::WriteArgs args = write_at(file, 2, 0, data.size());
    if (what == Hoard::atomic_write) args.flags = wire::kAccessAtomic;
    const auto wrote = good.send(Operation::write, data, args);
    site.settle();
    EXPECT_FALSE(good.answered(wrote));
    // They have their turn before it, in two rounds.
    const Instant limit = later(site, 2 * (rpc::kPressureTime + 2 * rpc::kTick));
    static_assert(2 * (rpc::kPressureTime + 2 * rpc::kTick) < rpc::kStallTime);
    while (!good.answered(wrote) && site.simulation.next_event() <= limit) {
      if (!site.simulation.step()) break;
    }
    EXPECT_TRUE(good.answered(wrote)) << "case " << static_cast<int>(what);
  }
}

// A part in two seconds is a buffer in eight: there are more of them than there are buffers.
TEST(Hostile, WhoGoesOnIsNotHurtWhileOthersWaitForMemory) {
  constexpr std::size_t kPart = 256 << 10;
  TestSite site({.memory = 8 << 20, .driver = nullptr});
  TestClient maker = site.client(1, 1);
  const wire::Handle file = site.create(maker, "a");
  const auto data = pattern(2 << 20);
  ASSERT_TRUE(
      maker.wait(maker.send(Operation::write, data, write_at(file, 1, 0, data.size()))).ok());
  struct Slow {
    TestClient client;
    std::uint64_t request;
    std::size_t sent;
  };
  std::vector<std::unique_ptr<Slow>> slow;
  for (std::uint8_t i = 0; i < 24; ++i) {
    slow.push_back(
        std::make_unique<Slow>(site.client(1, static_cast<std::uint8_t>(i + 10)), 99, data.size()));
    Slow& one = *slow.back();
    one.client.stop_reading();
    if (i % 2 == 0) {
      one.request = one.client.send(Operation::read, {}, read_at(file, 0, data.size()));
    } else {
      begin_write(one.client, write_at(file, 1, 0, data.size()), data.size());
      one.sent = 0;
    }
  }
  bool pressure = false;
  for (int round = 0; round < 200; ++round) {
    for (auto& one : slow) {
      if (one->sent < data.size()) {
        one->client.send_raw(ConstBytes(data).subspan(one->sent, kPart));
        one->sent += kPart;
      }
      // Takes what has arrived, and no more.
      one->client.stop_reading(false);
      one->client.pump();
      one->client.stop_reading();
    }
    site.settle(seconds(2));
    if (round == 10) pressure = site.server->core().pool.under_pressure();
  }
  EXPECT_TRUE(pressure) << "or it shows nothing";
  for (auto& one : slow) {
    one->client.stop_reading(false);
    EXPECT_TRUE(one->client.wait(one->request).ok());
  }
}

TEST(Hostile, ASlowReaderIsNoFaultWhereThereIsMemory) {
  TestSite site;
  TestClient client = site.client();
  const wire::Handle file = site.create(client, "a");
  const auto data = pattern(2 << 20);
  ASSERT_TRUE(
      client.wait(client.send(Operation::write, data, write_at(file, 1, 0, data.size()))).ok());
  client.stop_reading();
  const auto read = client.send(Operation::read, {}, read_at(file, 0, data.size()));
  for (int i = 0; i < 6; ++i) {
    site.settle(seconds(50));
    client.stop_reading(false);
    client.pump();
    client.stop_reading();
  }
  client.stop_reading(false);
  EXPECT_TRUE(client.wait(read).ok());
}

TEST(Hostile, ManySmallRequestsDoNotStarveTheOthers) {
  TestSite site;
  TestClient busy = site.client(1, 1);
  TestClient other = site.client(1, 2);
  std::uint64_t last = 0;
  for (int i = 0; i < 2000; ++i) last = busy.send(Operation::null, {});
  const auto one = other.send(Operation::null, {});
  while (!other.answered(one) && site.simulation.step()) {
  }
  EXPECT_TRUE(other.answered(one));
  EXPECT_FALSE(busy.answered(last)) << "it was the other's turn before all 2000 were done";
  EXPECT_TRUE(busy.wait(last).ok());
}

// What the server moves between two events of the simulation is what keeps its thread from others.
TEST(Hostile, ALargeRequestLeavesOthersTheirTurn) {
  constexpr std::uint64_t kTurnMax = rpc::kTurnBytes + rpc::BufferPool::kChunkSize;
  TestSite site;
  TestClient busy = site.client();
  const wire::Handle file = site.create(busy, "a");
  const auto data = pattern(32 << 20);
  const Counters& counters = site.server->core().counters;
  const auto most_in_a_step = [&](std::uint64_t request, const metrics::Counter& moved) {
    std::uint64_t most = 0;
    for (std::uint64_t before = moved.value(); !busy.answered(request);) {
      if (!site.simulation.step()) break;
      most = std::max(most, moved.value() - before);
      before = moved.value();
    }
    EXPECT_TRUE(busy.answered(request));
    return most;
  };
  const auto write = busy.send(Operation::write, data, write_at(file, 1, 0, data.size()));
  EXPECT_LE(most_in_a_step(write, counters.payload_received), kTurnMax);
  const auto read = busy.send(Operation::read, {}, read_at(file, 0, data.size()));
  EXPECT_LE(most_in_a_step(read, counters.payload_sent), kTurnMax);
}

TEST(Hostile, DamagedDataEndsTheConnectionAndIsNotWritten) {
  TestSite site;
  wire::Handle file;
  {
    TestClient maker = site.client(1, 2);
    file = site.create(maker, "a");
  }
  site.network.set_scripts([](std::string_view, std::uint64_t) {
    transport::loopback::Script script;
    script.to_listener.corrupt_byte = 5000;
    return script;
  });
  TestClient client = site.connect();
  ASSERT_TRUE(client.hello(1, 1, true).ok());
  const auto data = pattern(10000);
  const auto number = client.send(Operation::write, data, write_at(file, 1, 0, data.size()));
  EXPECT_EQ(client.wait(number).head.status, StatusCode::protocol);
  site.network.set_scripts({});
  TestClient back = site.client(2);
  const auto attributes = back.ask(Operation::getattr, wire::GetattrArgs{file});
  EXPECT_EQ(attributes.as<wire::GetattrResults>().attributes.size, 0U);
}

TEST(Hostile, TornBodiesAreRefusedAndEndTheConnection) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    TestSite site;
    TestClient client = site.client();
    SeededRandom random(seed);
    const auto operation = static_cast<Operation>(random.below(52));
    if (operation == Operation::hello) continue;
    const auto reply =
        client.wait(client.send_body(operation, {}, pattern(random.below(300), seed)));
    EXPECT_NE(reply.head.status, StatusCode::ok) << "seed " << seed;
    TestClient other = site.client(1, 9);
    EXPECT_TRUE(other.ask(Operation::null).ok());
  }
}

}  // namespace
}  // namespace strait::server
