// Accepts connections and keeps them until they have ended; ends them all in good order, or at
// once.
//
// Owned by whoever runs the server. `add`, `drain` and `connections` may be called from any thread;
// destroying it ends all connections at once, discarding what they have not begun, and requires
// that the network's executor has stopped (or is single-threaded).
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "rpc/server/served_connection.h"
#include "transport/transport.h"

namespace strait::rpc {

class ServerEnd {
 public:
  // Further connections are refused by closing them.
  static constexpr std::size_t kConnectionsMax = 65536;

  explicit ServerEnd(const Surroundings& around);
  ~ServerEnd();
  ServerEnd(const ServerEnd&) = delete;
  ServerEnd& operator=(const ServerEnd&) = delete;

  // Serves what this listener accepts, from now on.
  void listen(std::unique_ptr<transport::Listener> listener);
  void add(std::unique_ptr<transport::Connection> connection);

  // Accepts nothing more, answers what has been received, and calls `drained` once when the last
  // connection has ended: those that have not by `deadline` are cut off.
  void drain(Instant deadline, std::function<void()> drained);

  std::size_t connections() const;

 private:
  struct State;

  Surroundings around_;
  std::shared_ptr<State> state_;
};

}  // namespace strait::rpc
