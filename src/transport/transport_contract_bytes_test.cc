// The contract's words on bytes: gathering, scattering, partial moves, back-pressure, integrity.
#include <algorithm>
#include <thread>

#include "transport/transport_contract.h"

namespace strait::transport::contract {
namespace {

using std::chrono::milliseconds;

// Cuts `bytes` into pieces of the lengths that `random` draws, empty ones among them.
template <class Span>
std::vector<Span> pieces_of(Span bytes, std::size_t length_max, Random& random) {
  std::vector<Span> pieces;
  while (!bytes.empty()) {
    const auto length = std::min<std::size_t>(bytes.size(), random.below(length_max + 1));
    pieces.push_back(bytes.first(length));
    bytes = bytes.subspan(length);
  }
  return pieces;
}

// Steps over the first `count` bytes of a list of buffers.
template <class Span>
std::span<Span> step_over(std::span<Span> buffers, std::size_t count) {
  while (count > 0) {
    const std::size_t part = std::min(count, buffers.front().size());
    buffers.front() = buffers.front().subspan(part);
    count -= part;
    if (buffers.front().empty()) buffers = buffers.subspan(1);
  }
  while (!buffers.empty() && buffers.front().empty()) buffers = buffers.subspan(1);
  return buffers;
}

// Sends the one and receives the other, on this thread, until both are through.
void move_pieces(Connection& connection, std::span<ConstBytes> out, std::span<MutableBytes> in) {
  out = step_over(out, 0);
  in = step_over(in, 0);
  while (!out.empty() || !in.empty()) {
    bool moved = false;
    if (!out.empty()) {
      const auto sent = connection.send(out);
      ASSERT_TRUE(sent || sent.error().kind == ErrorKind::would_block) << sent.error().what;
      if (sent) out = step_over(out, *sent);
      moved = sent.has_value();
    }
    if (!in.empty()) {
      const auto received = connection.receive(in);
      ASSERT_TRUE(received || received.error().kind == ErrorKind::would_block)
          << received.error().what;
      if (received) in = step_over(in, *received);
      moved = moved || received.has_value();
    }
    if (moved) continue;
    ASSERT_TRUE(connection.wait({.readable = !in.empty(), .writable = !out.empty()}, soon()));
  }
}

// What goes one way: the bytes, the memory that they are to arrive in, and both in pieces.
struct Cargo {
  Cargo(std::size_t bytes, std::size_t out_piece_max, std::size_t in_piece_max, std::uint64_t seed)
      : sent(noise(seed, bytes)), received(bytes) {
    SeededRandom random(seed);
    out = pieces_of(ConstBytes(sent), out_piece_max, random);
    in = pieces_of(MutableBytes(received), in_piece_max, random);
  }
  Cargo(const Cargo&) = delete;  // the pieces lie in its own bytes
  Cargo& operator=(const Cargo&) = delete;

  const std::vector<std::byte> sent;
  std::vector<std::byte> received;
  std::vector<ConstBytes> out;
  std::vector<MutableBytes> in;
};

void carry(const Pair& pair, Cargo&& cargo) {
  std::thread sender([&] { move_pieces(*pair.near, cargo.out, {}); });
  move_pieces(*pair.far, {}, cargo.in);
  sender.join();
  EXPECT_TRUE(cargo.sent == cargo.received);
}

TEST_P(TransportContract, GathersAndScattersTinyPiecesInOrder) {
  const Pair pair = connect();
  // More pieces in one call than the kernel takes at once.
  carry(pair, {50'000, 7, 11, 1});
}

TEST_P(TransportContract, GathersAndScattersPiecesOfMebibytes) {
  const Pair pair = connect();
  carry(pair, {16 << 20, 5 << 20, 3 << 20, 2});
}

TEST_P(TransportContract, MovesMuchInBothDirectionsAtOnce) {
  const Pair pair = connect();
  Cargo there(8 << 20, 1 << 20, 70'000, 4);
  Cargo back(8 << 20, 100'000, 1 << 20, 3);
  std::thread far([&] { move_pieces(*pair.far, back.out, there.in); });
  move_pieces(*pair.near, there.out, back.in);
  far.join();
  EXPECT_TRUE(there.sent == there.received);
  EXPECT_TRUE(back.sent == back.received);
}

TEST_P(TransportContract, NothingToMoveIsTheCallersMistake) {
  const Pair pair = connect();
  const ConstBytes none_out;
  const MutableBytes none_in;
  EXPECT_EQ(pair.near->send({}).error().kind, ErrorKind::invalid_argument);
  EXPECT_EQ(pair.near->send({&none_out, 1}).error().kind, ErrorKind::invalid_argument);
  EXPECT_EQ(pair.near->receive({}).error().kind, ErrorKind::invalid_argument);
  EXPECT_EQ(pair.near->receive({&none_in, 1}).error().kind, ErrorKind::invalid_argument);
}

TEST_P(TransportContract, WithNothingThereAReceiveWouldBlock) {
  const Pair pair = connect();
  std::byte space{};
  const MutableBytes into(&space, 1);
  EXPECT_EQ(pair.near->receive({&into, 1}).error().kind, ErrorKind::would_block);
  EXPECT_EQ(pair.far->receive({&into, 1}).error().kind, ErrorKind::would_block);
}

TEST_P(TransportContract, APeerThatDoesNotReadHoldsTheSenderBack) {
  const Pair pair = connect();
  const std::size_t went = fill(*pair.near);
  EXPECT_GT(went, 0U);
  const auto early = pair.near->wait({.writable = true}, SteadyClock().now() + milliseconds(1));
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().kind, ErrorKind::timed_out);

  std::thread reader([&] { receive_exactly(*pair.far, went); });
  const auto ready = pair.near->wait({.writable = true}, soon());
  reader.join();
  ASSERT_TRUE(ready);
  EXPECT_TRUE(ready->writable);
  EXPECT_FALSE(ready->readable);
}

TEST_P(TransportContract, WaitTellsTheTwoInterestsApart) {
  const Pair pair = connect();
  auto ready = pair.near->wait({.readable = true, .writable = true}, soon());
  ASSERT_TRUE(ready);
  EXPECT_TRUE(ready->writable && !ready->readable);

  send_all(*pair.far, bytes_of("x"));
  ready = pair.near->wait({.readable = true}, soon());
  ASSERT_TRUE(ready);
  EXPECT_TRUE(ready->readable && !ready->writable);
}

TEST_P(TransportContract, AWaitEndsAtItsDeadline) {
  const Pair pair = connect();
  for (const auto limit : {milliseconds(-1), milliseconds(0), milliseconds(5)}) {
    const Instant deadline = SteadyClock().now() + limit;
    const auto ready = pair.near->wait({.readable = true}, deadline);
    ASSERT_FALSE(ready);
    EXPECT_EQ(ready.error().kind, ErrorKind::timed_out);
    EXPECT_GE(SteadyClock().now(), deadline);
  }
}

TEST_P(TransportContract, WakeBeforeAWaitEndsThatWaitAndOnlyThatOne) {
  const Pair pair = connect();
  for (int round = 0; round < 3; ++round) {
    pair.near->wake();
    pair.near->wake();
    const auto woken = pair.near->wait({.readable = true}, soon());
    ASSERT_TRUE(woken);
    EXPECT_TRUE(!woken->readable && !woken->writable);
    const auto next = pair.near->wait({.readable = true}, SteadyClock().now() + milliseconds(1));
    ASSERT_FALSE(next);
    EXPECT_EQ(next.error().kind, ErrorKind::timed_out);
  }
}

TEST_P(TransportContract, WakeFromAnotherThreadEndsAWaitEachTime) {
  const Pair pair = connect();
  constexpr int kRounds = 300;
  Tally waits;
  std::thread waker([&] {
    for (int i = 0; i < kRounds; ++i) {
      pair.near->wake();
      if (!waits.reaches(i + 1)) return;
    }
  });
  for (int i = 0; i < kRounds; ++i) {
    const auto woken = pair.near->wait({.readable = true}, soon());
    ASSERT_TRUE(woken);
    EXPECT_TRUE(!woken->readable && !woken->writable);
    waits.add();
  }
  waker.join();
}

TEST_P(TransportContract, AnswersThatAreExpectedSoonComeWithoutAWait) {
  const Pair pair = connect();
  std::thread echo([&] {
    for (int i = 0; i < 100; ++i) send_all(*pair.far, receive_exactly(*pair.far, 8));
  });
  std::vector<std::byte> answer(8);
  const MutableBytes into(answer);
  for (std::uint64_t i = 0; i < 100; ++i) {
    const auto question = noise(i, 8);
    send_all(*pair.near, question);
    auto got = pair.near->receive_soon({&into, 1});
    while (!got && got.error().kind == ErrorKind::would_block) {  // slow, or of no help here
      ASSERT_TRUE(pair.near->wait({.readable = true}, soon()));
      got = pair.near->receive_soon({&into, 1});
    }
    ASSERT_EQ(got.value_or(0), 8U);
    EXPECT_EQ(answer, question);
  }
  echo.join();
}

TEST_P(TransportContract, AnAnswerThatDoesNotComeSoonIsNotWaitedForLong) {
  const Pair pair = connect();
  std::byte space{};
  const MutableBytes into(&space, 1);
  pair.near->wake();
  EXPECT_EQ(pair.near->receive_soon({&into, 1}).error().kind, ErrorKind::would_block);
  EXPECT_EQ(pair.near->receive({&into, 1}).error().kind, ErrorKind::would_block);
  const auto woken = pair.near->wait({.readable = true}, soon());
  ASSERT_TRUE(woken);
  EXPECT_FALSE(woken->readable) << "the wake came before this wait";
  EXPECT_GT(fill(*pair.near), 0U) << "a send still does not block";
}

TEST_P(TransportContract, ShutdownEndsAReceiveThatExpectsAnAnswerSoon) {
  const Pair pair = connect();
  std::thread closer([&] { pair.near->shutdown(); });
  std::byte space{};
  const MutableBytes into(&space, 1);
  auto got = pair.near->receive_soon({&into, 1});
  while (!got && got.error().kind == ErrorKind::would_block) {
    got = pair.near->receive_soon({&into, 1});
  }
  closer.join();
  EXPECT_EQ(got.error().kind, ErrorKind::unavailable);
}

TEST_P(TransportContract, ShutdownFromAnotherThreadEndsAWait) {
  const Pair pair = connect();
  std::thread closer([&] { pair.near->shutdown(); });
  const auto ready = pair.near->wait({.readable = true}, soon());
  closer.join();
  ASSERT_TRUE(ready);
  EXPECT_TRUE(ready->readable);
  EXPECT_EQ(receive_to_the_end(*pair.near), ErrorKind::unavailable);
}

TEST_P(TransportContract, TheEndOfThePeerEndsAWait) {
  Pair pair = connect();
  std::thread closer([&] { pair.far.reset(); });
  const auto ready = pair.near->wait({.readable = true}, soon());
  closer.join();
  ASSERT_TRUE(ready);
  EXPECT_TRUE(ready->readable);
  EXPECT_EQ(receive_to_the_end(*pair.near), ErrorKind::end_of_stream);
}

}  // namespace
}  // namespace strait::transport::contract
