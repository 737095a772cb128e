#include "rpc/server/server_end.h"

#include <mutex>
#include <unordered_set>
#include <utility>

namespace strait::rpc {

struct ServerEnd::State {
  using Connections = std::unordered_set<std::shared_ptr<ServedConnection>>;

  mutable std::mutex mutex;
  // Guarded by mutex:
  Connections connections;
  std::vector<std::unique_ptr<transport::Listener>> listeners;
  std::function<void()> drained;
  bool draining = false;

  std::vector<std::shared_ptr<ServedConnection>> all() const {
    std::lock_guard lock(mutex);
    return {connections.begin(), connections.end()};
  }

  void ended(const std::shared_ptr<ServedConnection>& connection) {
    std::function<void()> tell;
    {
      std::lock_guard lock(mutex);
      connections.erase(connection);
      if (draining && connections.empty()) tell = std::exchange(drained, nullptr);
    }
    if (tell) tell();
  }
};

ServerEnd::ServerEnd(const Surroundings& around)
    : around_(around), state_(std::make_shared<State>()) {}

ServerEnd::~ServerEnd() {
  std::vector<std::unique_ptr<transport::Listener>> listeners;
  {
    std::lock_guard lock(state_->mutex);
    state_->draining = true;
    state_->drained = nullptr;
    listeners.swap(state_->listeners);
  }
  for (const auto& listener : listeners) listener->close();
  for (const auto& connection : state_->all()) connection->close("the server ends");
}

void ServerEnd::listen(std::unique_ptr<transport::Listener> listener) {
  transport::Listener* started = listener.get();
  {
    std::lock_guard lock(state_->mutex);
    state_->listeners.push_back(std::move(listener));
  }
  started->start([this, weak = std::weak_ptr<State>(state_)](auto connection) {
    if (weak.lock()) add(std::move(connection));
  });
}

void ServerEnd::add(std::unique_ptr<transport::Connection> connection) {
  auto served = std::make_shared<ServedConnection>(
      std::move(connection), around_,
      [weak = std::weak_ptr<State>(state_)](const std::shared_ptr<ServedConnection>& one) {
        if (const auto state = weak.lock()) state->ended(one);
      });
  {
    std::lock_guard lock(state_->mutex);
    if (state_->draining || state_->connections.size() >= kConnectionsMax) return;
    state_->connections.insert(served);
  }
  around_.traffic.connections_accepted.add();
  around_.traffic.connections_open.add(1);
  served->start();
}

void ServerEnd::drain(Instant deadline, std::function<void()> drained) {
  std::vector<std::unique_ptr<transport::Listener>> listeners;
  bool idle = false;
  {
    std::lock_guard lock(state_->mutex);
    state_->draining = true;
    listeners.swap(state_->listeners);
    idle = state_->connections.empty();
    if (!idle) state_->drained = std::move(drained);
  }
  for (const auto& listener : listeners) listener->close();
  if (idle) return drained();
  for (const auto& connection : state_->all()) connection->drain();
  around_.network.post_at(deadline, [weak = std::weak_ptr<State>(state_)] {
    const auto state = weak.lock();
    if (!state) return;
    for (const auto& connection : state->all()) {
      connection->close("the server shuts down and cannot wait any longer");
    }
  });
}

std::size_t ServerEnd::connections() const {
  std::lock_guard lock(state_->mutex);
  return state_->connections.size();
}

}  // namespace strait::rpc
