// The in-process network under a simulated clock: what its scripts promise.
#include "transport/loopback/network.h"

#include <gtest/gtest.h>

#include "transport/transport_contract.h"

namespace strait::transport::loopback {
namespace {

using contract::noise;
using contract::receive_exactly;
using contract::receive_to_the_end;
using std::chrono::milliseconds;
using std::chrono::seconds;

class LoopbackNetwork : public ::testing::Test {
 protected:
  void SetUp() override {
    listener_ = *network_.listen("port");
    listener_->start([this](std::unique_ptr<Connection> guest) { far_ = std::move(guest); });
  }

  // One connection with this script; far_ is set once it has been accepted.
  std::unique_ptr<Connection> connect(Script script) {
    network_.set_scripts([script](auto, auto) { return script; });
    return *network_.connect("port", kNever);
  }
  void accept() {
    while (!far_) ASSERT_TRUE(world_.step());
  }
  Instant now() const { return world_.clock().now(); }
  static std::size_t send(Connection& connection, ConstBytes bytes) {
    const auto sent = connection.send({&bytes, 1});
    return sent ? *sent : 0;
  }

  SimulatedExecutor world_{1};
  SeededRandom random_{1};
  Network network_{world_, random_};
  std::unique_ptr<Connection> far_;
  std::unique_ptr<Listener> listener_;
};

TEST_F(LoopbackNetwork, BytesTakeTheLatencyToArriveAndSoDoesTheEnd) {
  const auto near = connect({.to_listener = {.latency = milliseconds(30)}});
  const Instant start = now();
  EXPECT_EQ(send(*near, bytes_of("hello")), 5U);
  accept();
  EXPECT_EQ(text_of(receive_exactly(*far_, 5)), "hello");
  EXPECT_EQ(now(), start + milliseconds(30));
  near->shutdown();
  EXPECT_EQ(receive_to_the_end(*far_), ErrorKind::end_of_stream);
  EXPECT_EQ(now(), start + milliseconds(60));
}

TEST_F(LoopbackNetwork, ALineOfLimitedBandwidthTakesItsTime) {
  const auto near = connect({.to_listener = {.bandwidth_bytes_per_second = 1'000'000}});
  const Instant start = now();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(send(*near, noise(1, 25'000)), 25'000U);
  accept();
  receive_exactly(*far_, 100'000);
  EXPECT_EQ(now(), start + milliseconds(100));
}

TEST_F(LoopbackNetwork, ABoundedBufferHoldsTheSenderBackUntilTheReaderReads) {
  const auto near = connect({.to_listener = {.capacity_bytes = 10}});
  EXPECT_EQ(send(*near, noise(1, 100)), 10U);
  const auto full = noise(1, 1);
  const ConstBytes piece(full);
  EXPECT_EQ(near->send({&piece, 1}).error().kind, ErrorKind::would_block);
  accept();
  receive_exactly(*far_, 4);
  EXPECT_EQ(send(*near, noise(1, 100)), 4U);
}

TEST_F(LoopbackNetwork, SplitsMoveFromOneByteToTheLimitInEveryCall) {
  const auto near = connect({.to_listener = {.capacity_bytes = 1 << 20, .split_bytes_max = 5}});
  const auto bytes = noise(2, 1000);
  std::size_t sent = 0;
  std::array<int, 6> seen{};
  while (sent < bytes.size()) {
    const std::size_t part = send(*near, ConstBytes(bytes).subspan(sent));
    ASSERT_TRUE(part >= 1 && part <= 5);
    ++seen[part];
    sent += part;
  }
  for (std::size_t part = 1; part <= 5; ++part) EXPECT_GT(seen[part], 0) << part;
  accept();
  std::vector<std::byte> space(1000);
  const MutableBytes into(space);
  EXPECT_LE(*far_->receive({&into, 1}), 5U);
}

TEST_F(LoopbackNetwork, ACutLetsExactlySoManyBytesThroughThenBothSidesLose) {
  const auto near = connect({.to_listener = {.latency = milliseconds(1), .cut_at_byte = 7}});
  EXPECT_EQ(send(*near, bytes_of("0123456789")), 10U);
  accept();
  EXPECT_EQ(text_of(receive_exactly(*far_, 7)), "0123456");
  EXPECT_EQ(receive_to_the_end(*far_), ErrorKind::unavailable);
  EXPECT_EQ(receive_to_the_end(*near), ErrorKind::unavailable);
  EXPECT_EQ(send(*near, bytes_of("x")), 0U);
}

TEST_F(LoopbackNetwork, ACutInOneDirectionLosesWhatIsUnderWayInTheOther) {
  const auto near =
      connect({.to_listener = {.latency = milliseconds(50)}, .to_connector = {.cut_at_byte = 1}});
  accept();
  EXPECT_EQ(send(*near, bytes_of("request")), 7U);
  EXPECT_EQ(send(*far_, bytes_of("reply")), 5U);
  EXPECT_EQ(text_of(receive_exactly(*near, 1)), "r");
  EXPECT_EQ(receive_to_the_end(*near), ErrorKind::unavailable);
  EXPECT_EQ(receive_to_the_end(*far_), ErrorKind::unavailable);
}

TEST_F(LoopbackNetwork, FlightThatSurvivesACutArrivesLateAndThenTheEndIsSeen) {
  const auto near = connect({.to_listener = {.latency = seconds(5), .flight_survives_cut = true},
                             .cut_after = milliseconds(10)});
  const Instant start = now();
  EXPECT_EQ(send(*near, bytes_of("stale")), 5U);
  EXPECT_EQ(receive_to_the_end(*near), ErrorKind::unavailable);
  EXPECT_EQ(now(), start + milliseconds(10));
  accept();
  EXPECT_EQ(text_of(receive_exactly(*far_, 5)), "stale");
  EXPECT_EQ(now(), start + seconds(5));
  EXPECT_EQ(receive_to_the_end(*far_), ErrorKind::unavailable);
}

TEST_F(LoopbackNetwork, OneByteIsDamagedAndNoOther) {
  const auto near = connect({.to_listener = {.split_bytes_max = 3, .corrupt_byte = 50}});
  const auto bytes = noise(3, 100);
  contract::send_all(*near, bytes);
  accept();
  auto received = receive_exactly(*far_, 100);
  EXPECT_EQ(received[50], ~bytes[50]);
  received[50] = bytes[50];
  EXPECT_EQ(received, bytes);
}

TEST_F(LoopbackNetwork, IntoABlackHoleEverythingGoesAndNothingArrives) {
  const auto near = connect({.to_listener = {.capacity_bytes = 100, .black_hole = true}});
  EXPECT_EQ(send(*near, noise(1, 1000)), 100U);
  EXPECT_EQ(send(*near, noise(1, 1000)), 0U);
  accept();
  near->shutdown();
  const Instant deadline = now() + seconds(60);
  const auto ready = far_->wait({.readable = true}, deadline);
  ASSERT_FALSE(ready);
  EXPECT_EQ(ready.error().kind, ErrorKind::timed_out);
  EXPECT_EQ(now(), deadline);
}

TEST_F(LoopbackNetwork, AScriptMayRefuseAConnectionAndKnowsItsNumber) {
  network_.set_scripts([](auto, std::uint64_t nth) { return Script{.refuse = nth < 2}; });
  for (int i = 0; i < 2; ++i) {
    const auto refused = network_.connect("port", kNever);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::unavailable);
  }
  EXPECT_TRUE(network_.connect("port", kNever));
}

TEST_F(LoopbackNetwork, ConnectionsOfAnAddressAreSeveredTogether) {
  const auto near = connect({});
  const auto other_listener = *network_.listen("elsewhere");
  const auto other = *network_.connect("elsewhere", kNever);
  accept();
  int released = 0;
  far_->notify_readable([&] { ++released; });
  network_.sever("port");
  world_.run_until_idle();
  EXPECT_EQ(released, 1);
  EXPECT_EQ(receive_to_the_end(*near), ErrorKind::unavailable);
  EXPECT_EQ(receive_to_the_end(*far_), ErrorKind::unavailable);
  EXPECT_EQ(send(*other, bytes_of("x")), 1U);
}

TEST_F(LoopbackNetwork, WaitingForWhatCannotComeIsReportedNotEndured) {
  const auto near = connect({});
  accept();
  const auto ready = near->wait({.readable = true}, kNever);
  ASSERT_FALSE(ready);
  EXPECT_EQ(ready.error().kind, ErrorKind::internal);
}

TEST_F(LoopbackNetwork, WhoConnectsBeforeTheListenerStartsWaitsForIt) {
  const auto late = *network_.listen("late");
  const auto near = *network_.connect("late", kNever);
  world_.run_until_idle();
  late->start([this](std::unique_ptr<Connection> guest) { far_ = std::move(guest); });
  accept();
  EXPECT_EQ(send(*near, bytes_of("x")), 1U);
  EXPECT_EQ(text_of(receive_exactly(*far_, 1)), "x");
}

// What travelled and when, as a text.
std::string diary_of(std::uint64_t seed) {
  SimulatedExecutor world(seed);
  SeededRandom random(seed);
  Network network(world, random);
  network.set_scripts([](auto, auto) {
    return Script{.to_listener = {.latency = milliseconds(3), .split_bytes_max = 40}};
  });
  std::string diary;
  std::vector<std::unique_ptr<Connection>> guests;
  const auto listener = *network.listen("port");
  listener->start([&](std::unique_ptr<Connection> guest) { guests.push_back(std::move(guest)); });
  std::vector<std::unique_ptr<Connection>> clients;
  for (int i = 0; i < 5; ++i) {
    clients.push_back(*network.connect("port", kNever));
    contract::send_all(*clients.back(), noise(static_cast<std::uint64_t>(i), 200));
  }
  world.run_until_idle();
  for (const auto& guest : guests) {
    std::vector<std::byte> space(200);
    const MutableBytes into(space);
    diary += fmt::format("{} {};", guest->describe(), *guest->receive({&into, 1}));
  }
  return diary;
}

TEST(LoopbackSimulation, TheSeedDecidesEverything) {
  EXPECT_EQ(diary_of(5), diary_of(5));
  EXPECT_NE(diary_of(5), diary_of(6));
}

}  // namespace
}  // namespace strait::transport::loopback
