// What may happen to a connection before it has been started: a server that is told to stop while
// it accepts. All else is tested with a whole server (server/).
#include "rpc/server/served_connection.h"

#include <gtest/gtest.h>

#include "base/simulation.h"
#include "transport/loopback/network.h"

namespace strait::rpc {
namespace {

struct NoService final : Service {
  struct NoSession final : Session {
    std::unique_ptr<Exchange> begin(const Request&) override { return nullptr; }
  };
  std::unique_ptr<Session> connect(std::weak_ptr<Peer>) override {
    return std::make_unique<NoSession>();
  }
};

class ServedConnectionTest : public testing::Test {
 protected:
  ServedConnectionTest() : network(simulation, random), listener(*network.listen("server")) {
    listener->start([this](auto connection) {
      served = std::make_shared<ServedConnection>(std::move(connection), around,
                                                  [this](const auto&) { ++ended; });
    });
    peer = *network.connect("server", simulation.clock().now());
    settle();
  }
  void settle() { simulation.run_until(simulation.clock().now() + std::chrono::milliseconds(1)); }

  SimulatedExecutor simulation{1};
  SeededRandom random{1};
  transport::loopback::Network network;
  std::unique_ptr<transport::Listener> listener;
  NoService service;
  BufferPool pool{16 << 20};
  SilentLog log;
  Traffic traffic;
  Surroundings around{service, pool, simulation, simulation, simulation.clock(), log, traffic};
  std::shared_ptr<ServedConnection> served;
  std::unique_ptr<transport::Connection> peer;
  int ended = 0;
};

TEST_F(ServedConnectionTest, ToldToDrainBeforeItHasStartedEndsOnceItHas) {
  ASSERT_TRUE(served);
  served->drain();
  EXPECT_EQ(ended, 0);
  served->start();
  settle();
  EXPECT_EQ(ended, 1);
}

TEST_F(ServedConnectionTest, ClosedBeforeItHasStartedEndsOnceItHas) {
  ASSERT_TRUE(served);
  served->close("the server ends");
  EXPECT_EQ(ended, 0);
  served->start();
  settle();
  EXPECT_EQ(ended, 1);
}

}  // namespace
}  // namespace strait::rpc
