#include "transport/reactor.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "sys/poll.h"
#include "transport/tcp/transport.h"
#include "transport/transport_contract.h"

namespace strait::transport {
namespace {

using contract::Tally;
using std::chrono::milliseconds;

std::unique_ptr<Reactor> running(unsigned threads) {
  auto reactor = *Reactor::create({.threads = threads});
  EXPECT_TRUE(reactor->start());
  return reactor;
}

TEST(Reactor, RefusesNumbersOfThreadsThatMakeNoSense) {
  EXPECT_EQ(Reactor::create({.threads = 0}).error().kind, ErrorKind::invalid_argument);
  EXPECT_EQ(Reactor::create({.threads = 100'000}).error().kind, ErrorKind::invalid_argument);
}

TEST(Reactor, RunsAllThatIsPostedFromEverywhere) {
  const auto reactor = running(3);
  Tally done;
  constexpr int kThreads = 4;
  constexpr int kEach = 500;
  std::vector<std::thread> posters;
  for (int t = 0; t < kThreads; ++t) {
    posters.emplace_back([&] {
      for (int i = 0; i < kEach; ++i) {
        reactor->post([&] { reactor->post([&] { done.add(); }); });
      }
    });
  }
  for (auto& poster : posters) poster.join();
  EXPECT_TRUE(done.reaches(kThreads * kEach));
}

TEST(Reactor, RunsTimersWhenDueInTheirOrder) {
  const auto reactor = running(1);
  const Instant now = SteadyClock().now();
  std::string order;
  Tally done;
  const auto at = [&](milliseconds delay, char name) {
    reactor->post_at(now + delay, [&, delay, name] {
      EXPECT_GE(SteadyClock().now(), now + delay);
      order += name;
      done.add();
    });
  };
  at(milliseconds(8), 'c');
  at(milliseconds(4), 'b');
  at(milliseconds(-1), 'a');
  reactor->post_at(kNever, [] { ADD_FAILURE() << "never came"; });
  ASSERT_TRUE(done.reaches(3));
  EXPECT_EQ(order, "abc");
}

// All threads busy at once is possible only if each piece of work has a thread of its own.
TEST(Reactor, WorkDoesNotQueueBehindABusyThread) {
  const auto reactor = running(3);
  Tally entered;
  Tally left;
  for (int i = 0; i < 3; ++i) {
    reactor->post([&] {
      entered.add();
      EXPECT_TRUE(entered.reaches(3));
      left.add();
    });
  }
  EXPECT_TRUE(left.reaches(3));
}

// The thread that met the first connection's event is the one that watched: another takes its
// place.
TEST(Reactor, EventsAndTimersDoNotWaitForABusyThread) {
  const auto reactor = running(2);
  TcpTransport transport(reactor.get());
  auto listener = *transport.listen("127.0.0.1:0");
  contract::Guests guests;
  listener->start(guests.door());
  const auto first = *TcpTransport().connect(listener->address(), kNever);
  const auto first_guest = guests.next();
  const auto second = *TcpTransport().connect(listener->address(), kNever);
  const auto second_guest = guests.next();
  Tally entered;
  Tally served;
  Tally left;
  first_guest->notify_readable([&] {
    entered.add();
    EXPECT_TRUE(served.reaches(2));
    left.add();
  });
  second_guest->notify_readable([&] {
    reactor->post_at(SteadyClock().now() + milliseconds(1), [&] { served.add(); });
    served.add();
  });
  first->shutdown();
  ASSERT_TRUE(entered.reaches(1));
  second->shutdown();
  EXPECT_TRUE(left.reaches(1));
  listener.reset();
  reactor->stop();
}

// Each event meets a thread of its own, although no work is posted that would call one.
TEST(Reactor, AllThreadsTakeEventsWhileThereIsMuchToDo) {
  constexpr int kThreads = 4;
  const auto reactor = running(kThreads);
  TcpTransport transport(reactor.get());
  auto listener = *transport.listen("127.0.0.1:0");
  contract::Guests guests;
  listener->start(guests.door());
  std::vector<std::unique_ptr<Connection>> clients;
  std::vector<std::shared_ptr<Connection>> served;
  Tally entered;
  Tally left;
  for (int i = 0; i < kThreads; ++i) {
    clients.push_back(*TcpTransport().connect(listener->address(), kNever));
    served.push_back(guests.next());
    served.back()->notify_readable([&] {
      entered.add();
      EXPECT_TRUE(entered.reaches(kThreads));
      left.add();
    });
  }
  for (const auto& client : clients) {
    const Instant begun = SteadyClock().now();
    while (SteadyClock().now() - begun < milliseconds(20)) {
    }
    client->shutdown();
  }
  EXPECT_TRUE(left.reaches(kThreads));
  listener.reset();
  reactor->stop();
}

// One thread is told of both by one call.
TEST(Reactor, EventsTakenTogetherDoNotWaitForOneAnother) {
  const auto reactor = *Reactor::create({.threads = 2});
  const std::array descriptors{*sys::make_event_descriptor(), *sys::make_event_descriptor()};
  std::vector<std::unique_ptr<Watch>> watches;
  Tally entered;
  Tally left;
  for (const sys::UniqueFd& descriptor : descriptors) {
    watches.push_back(*reactor->watch(descriptor.get()));
    watches.back()->notify_readable(Readiness::unknown, [&] {
      entered.add();
      EXPECT_TRUE(entered.reaches(2));
      left.add();
    });
    sys::signal_event(descriptor.get());
  }
  ASSERT_TRUE(reactor->start());
  EXPECT_TRUE(left.reaches(2));
  reactor->stop();
  watches.clear();
}

TEST(Reactor, ACallbackMayStopItAndRunReturns) {
  auto reactor = *Reactor::create({.threads = 2});
  reactor->post([&] { reactor->stop(); });
  EXPECT_TRUE(reactor->run());
  reactor->stop();
}

TEST(Reactor, AfterStopNothingBeginsAndWhatIsLeftIsDestroyed) {
  auto reactor = running(2);
  reactor->stop();
  auto token = std::make_shared<int>(0);
  reactor->post([token] { ADD_FAILURE() << "ran"; });
  reactor->post_at(SteadyClock().now(), [token] { ADD_FAILURE() << "ran"; });
  reactor.reset();
  EXPECT_EQ(token.use_count(), 1);
}

TEST(Reactor, MayGoWhileCallbacksOwnConnections) {
  auto reactor = running(2);
  TcpTransport transport(reactor.get());
  auto listener = *transport.listen("127.0.0.1:0");
  contract::Guests guests;
  listener->start(guests.door());
  const auto client = *TcpTransport().connect(listener->address(), kNever);
  std::shared_ptr<Connection> guest = guests.next();
  auto* const raw = guest.get();
  raw->notify_readable([guest = std::move(guest)] { ADD_FAILURE() << "ran"; });
  reactor->stop();
  listener.reset();
  reactor.reset();
  EXPECT_EQ(contract::receive_to_the_end(*client), ErrorKind::end_of_stream);
}

}  // namespace
}  // namespace strait::transport
