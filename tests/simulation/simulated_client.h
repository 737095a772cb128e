// The client's core, driven by the events of a simulation instead of threads.
#pragma once

#include <functional>
#include <memory>

#include "base/log.h"
#include "base/random.h"
#include "base/simulation.h"
#include "rpc/client/core.h"
#include "rpc/client/pump.h"
#include "transport/loopback/network.h"

namespace strait::simulation {

class SimulatedClient {
 public:
  SimulatedClient(SimulatedExecutor& executor, transport::loopback::Network& network,
                  Random& random, rpc::CoreOptions options);

  void submit(std::shared_ptr<rpc::Call> call);
  // Gives its connection up by itself; what is under way to the server may arrive all the same,
  // later.
  void drop_connection();
  rpc::Core& core() { return core_; }

 private:
  void step();
  void move_bytes();
  void lose(const Error& why);
  void arm(bool want_writable);
  void wake_at(Instant when);

  SimulatedExecutor& executor_;
  transport::loopback::Network& network_;
  SilentLog log_;
  rpc::Core core_;
  rpc::Pump pump_;
  std::unique_ptr<transport::Connection> connection_;
  std::uint64_t connection_number_ = 0;  // tells notifications of older connections apart
  bool readable_armed_ = false;
  bool writable_armed_ = false;
  Instant next_wake_ = kNever;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace strait::simulation
