#include "server/client_table.h"

#include <algorithm>
#include <vector>

namespace strait::server {
namespace {

// When the table is full, clients that have been away for this long have to make room.
constexpr Duration kAbsenceWhenFull = std::chrono::minutes(5);

}  // namespace

Result<std::shared_ptr<ClientState>> ClientTable::get(const wire::Id& id, Instant now) {
  {
    std::lock_guard lock(mutex_);
    if (const auto found = clients_.find(id); found != clients_.end()) return found->second;
  }
  bool look = false;
  {
    std::lock_guard lock(mutex_);
    look = clients_.size() >= expire_at_;
  }
  if (look) expire(now, size() >= kClientsMax ? kAbsenceWhenFull : kAbsenceMax);
  std::lock_guard lock(mutex_);
  if (clients_.size() >= kClientsMax) {
    Error full = error(ErrorKind::exhausted, "the server knows {} clients and takes no more",
                       clients_.size());
    full.retry = Retry::later;
    return full;
  }
  auto& client = clients_[id];
  if (!client) client = std::make_shared<ClientState>(id);
  return client;
}

void ClientTable::expire(Instant now, Duration absence) {
  std::vector<std::shared_ptr<ClientState>> gone;
  {
    std::lock_guard lock(mutex_);
    std::erase_if(clients_, [&](const auto& entry) {
      const auto since = entry.second->absent_since();
      // Held by nobody else: nothing acts for it.
      if (!since || now - *since < absence || entry.second.use_count() > 1) return false;
      gone.push_back(entry.second);
      return true;
    });
    expire_at_ = std::min(kClientsMax, std::max<std::size_t>(1024, 2 * clients_.size()));
  }
  if (!forgotten_) return;
  for (const auto& client : gone) forgotten_(client->id());
}

bool ClientTable::knows(const wire::Id& id) const {
  std::lock_guard lock(mutex_);
  return clients_.contains(id);
}

std::size_t ClientTable::size() const {
  std::lock_guard lock(mutex_);
  return clients_.size();
}

}  // namespace strait::server
