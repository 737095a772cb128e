#include "server/view_cache.h"

#include <cstring>
#include <utility>
#include <vector>

namespace strait::server {
namespace {

// Memory of a view besides its wire form: about this much for each node of the tree.
constexpr std::size_t kBytesPerNode = 256;

}  // namespace

std::size_t ViewCache::IdHash::operator()(const layout::ViewId& id) const noexcept {
  std::size_t hash = 0;  // ids are digests: any part of one is as good as a hash
  std::memcpy(&hash, id.data(), sizeof hash);
  return hash;
}

std::optional<layout::View> ViewCache::find(const layout::ViewId& id) {
  std::lock_guard lock(mutex_);
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) return std::nullopt;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->view;
}

Result<layout::View> ViewCache::insert(const layout::ViewId& id, ConstBytes layout) {
  if (layout::view_id(layout) != id) {
    return error(ErrorKind::protocol, "a layout that does not have the id it came with");
  }
  STRAIT_ASSIGN(layout::View view, layout::View::decode(layout));
  std::vector<std::weak_ptr<rpc::Peer>> waiters;
  std::list<Entry> dropped;  // destroyed without the lock
  {
    std::lock_guard lock(mutex_);
    if (!by_id_.contains(id)) {
      const std::size_t size = layout.size() + view.tile().node_count() * kBytesPerNode;
      entries_.push_front({id, view, size});
      by_id_.emplace(id, entries_.begin());
      bytes_ += size;
      while (bytes_ > bytes_max_ && entries_.size() > 1) {
        bytes_ -= entries_.back().bytes;
        by_id_.erase(entries_.back().id);
        dropped.splice(dropped.begin(), entries_, std::prev(entries_.end()));
      }
    }
    const auto [first, last] = waiting_.equal_range(id);
    for (auto at = first; at != last; ++at) waiters.push_back(at->second);
  }
  for (const auto& waiter : waiters) {
    if (const auto peer = waiter.lock()) peer->wake();
  }
  return view;
}

ViewCache::Wait ViewCache::wait_for(const layout::ViewId& id, std::weak_ptr<rpc::Peer> peer) {
  std::lock_guard lock(mutex_);
  return {*this, waiting_.emplace(id, std::move(peer))};
}

void ViewCache::leave(Waiting::iterator place) {
  std::lock_guard lock(mutex_);
  waiting_.erase(place);
}

std::size_t ViewCache::waiting() const {
  std::lock_guard lock(mutex_);
  return waiting_.size();
}

std::size_t ViewCache::bytes() const {
  std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace strait::server
