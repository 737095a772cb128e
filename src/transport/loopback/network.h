// A network inside the process: listeners have names, connections have scripts. It stands in for
// TCP wherever an experiment must decide what the network does, and when. In one thread on a
// SimulatedExecutor everything follows from the seeds, and waiting runs the simulation; on a real
// executor it works between threads like any transport.
//
// Thread-safe in the second form. The executor, clock and randomness outlive the network and all
// its connections; connections and listeners may outlive the network. Calls on one connection cost
// a mutex and a copy each way.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/random.h"
#include "base/simulation.h"
#include "transport/loopback/faults.h"
#include "transport/transport.h"

namespace strait::transport::loopback {

class Network final : public Transport {
 public:
  // What happens to the `nth` connection (from 0) to `address`, counted over the whole life of the
  // network, refused ones too.
  using Scripts = std::function<Script(std::string_view address, std::uint64_t nth)>;

  Network(Executor& executor, const Clock& clock, Random& random);
  Network(SimulatedExecutor& simulation, Random& random);
  ~Network() override;

  // Addresses are any names that are not empty. Bytes may be sent before the listener has accepted.
  Result<std::unique_ptr<Connection>> connect(std::string_view address, Instant deadline) override;
  // busy: there is one already.
  Result<std::unique_ptr<Listener>> listen(std::string_view address) override;

  // For connections to come.
  void set_scripts(Scripts scripts);
  // Severs every connection to `address`, as when its machine loses power.
  void sever(std::string_view address);

 private:
  struct State;
  const std::shared_ptr<State> state_;
};

}  // namespace strait::transport::loopback
