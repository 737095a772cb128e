// A Strait server, put together: exports over storage drivers, clients' sessions, and connections.
// The daemon makes one over real sockets and disks; a simulation makes, kills and restarts many,
// over the same drivers and journal.
//
// The executors, clock, log and journal outlive the server. `listen`, `drain` and `core` may be
// used from any thread. Destroying a server that was not drained is what a kill would do: what was
// only *received* is gone, requests under way are discarded. The network's executor must have
// stopped by then, or be single-threaded.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/executor.h"
#include "base/log.h"
#include "base/random.h"
#include "rpc/server/server_end.h"
#include "server/core.h"
#include "transport/transport.h"

namespace strait::server {

struct ServerOptions {
  std::vector<Export> exports;
  std::size_t memory = 256 << 20;      // bytes of request buffers, over all clients
  std::size_t view_memory = 64 << 20;  // bytes of views
  std::string software = "straitd";    // told in HELLO
  std::uint64_t host_verifier = 0;     // changes when the host has been started again
  SipKey key{};                        // of handles
  wire::Id id{};                       // of the state directory
  bool defer_everything = false;       // requests run on the workers, in whatever order they choose
};

// Of the outside world.
struct ServerEnvironment {
  Executor& network;  // drives connections
  Executor& workers;  // waits for disks
  const Clock& clock;
  Random& random;
  Log& log;
  Journal& journal;
};

class Server final : private rpc::Service {
 public:
  // The least memory that lets requests of every size through.
  static constexpr std::size_t kMemoryLeast = 8 << 20;

  // Also finds out what became of the requests that a server before was executing when it died.
  static Result<std::unique_ptr<Server>> create(ServerOptions options,
                                                const ServerEnvironment& environment);
  ~Server() override;
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Serves what this listener accepts.
  void listen(std::unique_ptr<transport::Listener> listener);
  // Stops accepting, answers what has been received, writes what was acknowledged as received, then
  // calls `drained`. What is not done by `deadline` is cut off.
  void drain(Instant deadline, std::function<void()> drained);

  std::size_t connections() const { return end_.connections(); }
  const Core& core() const { return *core_; }

 private:
  Server(std::shared_ptr<Core> core, bool defer_everything);
  std::unique_ptr<rpc::Session> connect(std::weak_ptr<rpc::Peer> peer) override;

  const std::shared_ptr<Core> core_;
  rpc::ServerEnd end_;
};

}  // namespace strait::server
