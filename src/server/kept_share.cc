#include "server/kept_share.h"

#include <algorithm>
#include <vector>

namespace strait::server {
namespace {

// What buffers for that much payload take of the pool.
std::uint64_t memory_for(std::uint64_t payload) {
  constexpr std::uint64_t kChunk = rpc::BufferPool::kChunkSize;
  return payload / kChunk * kChunk +
         rpc::BufferPool::memory_for(static_cast<std::size_t>(payload % kChunk));
}

}  // namespace

bool KeptShare::fits(std::uint64_t bytes) const {
  return waiting_.empty() && bytes <= bytes_max_ - bytes_;
}

KeptShare::Claim KeptShare::claim(std::uint64_t payload, std::weak_ptr<rpc::Peer> peer) {
  // More than there is would wait for ever.
  const std::uint64_t bytes = std::min(memory_for(payload), bytes_max_);
  const std::lock_guard lock(mutex_);
  const bool granted = fits(bytes);
  if (granted) bytes_ += bytes;
  std::list<Request>& list = granted ? granted_ : waiting_;
  return {shared_from_this(), list.insert(list.end(), {bytes, granted, std::move(peer)})};
}

KeptShare::Claim KeptShare::try_claim(std::uint64_t payload) {
  const std::uint64_t bytes = memory_for(payload);
  const std::lock_guard lock(mutex_);
  if (!fits(bytes)) return {};
  bytes_ += bytes;
  return {shared_from_this(), granted_.insert(granted_.end(), {bytes, true, {}})};
}

bool KeptShare::is_granted(Place place) const {
  const std::lock_guard lock(mutex_);
  return place->granted;
}

bool KeptShare::keeps_others_waiting(Place place) const {
  const std::lock_guard lock(mutex_);
  return place->granted && !waiting_.empty();
}

void KeptShare::leave(Place place) {
  std::vector<std::weak_ptr<rpc::Peer>> served;
  {
    const std::lock_guard lock(mutex_);
    if (place->granted) bytes_ -= place->bytes;
    (place->granted ? granted_ : waiting_).erase(place);
    while (!waiting_.empty() && waiting_.front().bytes <= bytes_max_ - bytes_) {
      Request& next = waiting_.front();
      next.granted = true;
      bytes_ += next.bytes;
      served.push_back(next.peer);
      granted_.splice(granted_.end(), waiting_, waiting_.begin());
    }
  }
  for (const auto& one : served) {
    if (const auto peer = one.lock()) peer->wake();
  }
}

}  // namespace strait::server
