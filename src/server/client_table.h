// The client processes that this server knows. One that has had no connection for a long time is
// forgotten.
//
// Thread-safe; nothing blocks.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "base/clock.h"
#include "base/result.h"
#include "server/client_state.h"

namespace strait::server {

class ClientTable {
 public:
  static constexpr std::size_t kClientsMax = 65536;
  // Longer than any client tries to come back.
  static constexpr Duration kAbsenceMax = std::chrono::hours(1);

  // `forgotten` is called for each client that is dropped, without a lock.
  using Forgotten = std::function<void(const wire::Id&)>;
  explicit ClientTable(Forgotten forgotten = {}) : forgotten_(std::move(forgotten)) {}

  // The client of that id, made if need be. exhausted: there are too many.
  Result<std::shared_ptr<ClientState>> get(const wire::Id& id, Instant now);
  bool knows(const wire::Id& id) const;
  std::size_t size() const;

 private:
  void expire(Instant now, Duration absence);

  const Forgotten forgotten_;
  mutable std::mutex mutex_;
  // Guarded by mutex_:
  std::map<wire::Id, std::shared_ptr<ClientState>> clients_;
  std::size_t expire_at_ = 1024;  // clients
};

}  // namespace strait::server
