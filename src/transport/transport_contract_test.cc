// The words of connection.h and transport.h that every transport must keep: connecting, listening,
// and how things end.
#include "transport/transport_contract.h"

#include <thread>

#include "base/bytes.h"

namespace strait::transport::contract {
namespace {

using std::chrono::milliseconds;

TEST_P(TransportContract, ConnectingToNobodyIsUnavailableAndSaysWhere) {
  const std::string nowhere = site_->empty_address();
  const auto made = site_->transport().connect(nowhere, soon());
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(made.error().retry, Retry::later);
  EXPECT_NE(made.error().what.find(nowhere), std::string::npos) << made.error().what;
}

TEST_P(TransportContract, WhatIsNotAnAddressIsRefused) {
  const auto made = site_->transport().connect("", soon());
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::invalid_argument);
  const auto listener = site_->transport().listen("");
  ASSERT_FALSE(listener);
  EXPECT_EQ(listener.error().kind, ErrorKind::invalid_argument);
}

TEST_P(TransportContract, AnAddressIsListenedOnOnce) {
  const auto again = site_->transport().listen(listener_->address());
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, ErrorKind::busy) << again.error().what;
}

TEST_P(TransportContract, AClosedListenerTakesNobodyInAndFreesItsAddress) {
  const std::string address = listener_->address();
  listener_->close();
  listener_->close();
  EXPECT_FALSE(site_->transport().connect(address, soon()));
  EXPECT_TRUE(site_->transport().listen(address));
}

TEST_P(TransportContract, EndsDescribeThemselves) {
  const Pair pair = connect();
  EXPECT_FALSE(pair.near->describe().empty());
  EXPECT_FALSE(pair.far->describe().empty());
  EXPECT_FALSE(pair.near->may_damage());
  EXPECT_FALSE(pair.far->may_damage());
}

TEST_P(TransportContract, ThePeersShutdownIsTheEndOfTheStreamAfterItsLastByte) {
  const Pair pair = connect();
  send_all(*pair.near, bytes_of("the last words"));
  pair.near->shutdown();
  EXPECT_EQ(text_of(receive_exactly(*pair.far, 14)), "the last words");
  EXPECT_EQ(receive_to_the_end(*pair.far), ErrorKind::end_of_stream);
  EXPECT_EQ(receive_to_the_end(*pair.far), ErrorKind::end_of_stream);
}

TEST_P(TransportContract, DestroyingAConnectionEndsItForThePeer) {
  Pair pair = connect();
  pair.near.reset();
  EXPECT_EQ(receive_to_the_end(*pair.far), ErrorKind::end_of_stream);
}

TEST_P(TransportContract, SendingToAPeerThatHasGoneIsUnavailable) {
  Pair pair = connect();
  pair.near.reset();
  const auto bytes = noise(1, 1000);
  const ConstBytes piece(bytes);
  for (;;) {  // TCP learns of it with the answer to the first bytes
    const auto sent = pair.far->send({&piece, 1});
    if (sent) continue;
    if (sent.error().kind == ErrorKind::would_block) {
      ASSERT_TRUE(pair.far->wait({.writable = true}, soon()));
      continue;
    }
    EXPECT_EQ(sent.error().kind, ErrorKind::unavailable);
    EXPECT_EQ(sent.error().retry, Retry::reconnect);
    break;
  }
}

TEST_P(TransportContract, AfterItsOwnShutdownAnEndMovesNothing) {
  const Pair pair = connect();
  send_all(*pair.far, bytes_of("unread"));
  ASSERT_TRUE(pair.near->wait({.readable = true}, soon()));
  pair.near->shutdown();
  pair.near->shutdown();
  std::byte space{};
  const MutableBytes into(&space, 1);
  const ConstBytes out(&space, 1);
  EXPECT_EQ(pair.near->receive({&into, 1}).error().kind, ErrorKind::unavailable);
  EXPECT_EQ(pair.near->send({&out, 1}).error().kind, ErrorKind::unavailable);
  const auto ready = pair.near->wait({.readable = true, .writable = true}, soon());
  ASSERT_TRUE(ready);
  EXPECT_TRUE(ready->readable && ready->writable);
}

TEST_P(TransportContract, ThousandsOfConnectionsStayOpenAtOnce) {
  constexpr int kMany = 1000;
  std::vector<Pair> pairs;
  for (int i = 0; i < kMany; ++i) pairs.push_back(connect());
  for (int i = 0; i < kMany; i += 7) {
    const auto stamp = noise(static_cast<std::uint64_t>(i), 8);
    send_all(*pairs[static_cast<std::size_t>(i)].near, stamp);
    EXPECT_EQ(receive_exactly(*pairs[static_cast<std::size_t>(i)].far, 8), stamp);
  }
}

TEST_P(TransportContract, ConnectionsOutliveTheirListener) {
  const Pair pair = connect();
  listener_.reset();
  send_all(*pair.near, bytes_of("still here"));
  EXPECT_EQ(text_of(receive_exactly(*pair.far, 10)), "still here");
}

TEST_P(TransportContract, AListenerMayBeClosedWithinItsOwnCall) {
  auto other = site_->transport().listen(site_->free_address());
  ASSERT_TRUE(other);
  Tally closed;
  Listener* const listener = other->get();
  listener->start([&](std::unique_ptr<Connection>) {
    listener->close();
    closed.add();
  });
  const auto guest = site_->transport().connect(listener->address(), soon());
  ASSERT_TRUE(guest);
  EXPECT_TRUE(closed.reaches(1));
}

INSTANTIATE_TEST_SUITE_P(, TransportContract, ::testing::ValuesIn(kinds()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace strait::transport::contract
