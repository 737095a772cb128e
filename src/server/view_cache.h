// The views that clients have shown this server, by their ids. A view is named by its content, so
// all connections share them, and losing one costs a client one more message. Bounded in bytes; the
// least recently used go first. What waits for a view is bounded by the connections: one whose
// request waits takes no other.
//
// Thread-safe; nothing blocks. Waiters are told without a lock held.
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/result.h"
#include "layout/view.h"
#include "rpc/server/service.h"

namespace strait::server {

class ViewCache {
 private:
  using Waiting = std::multimap<layout::ViewId, std::weak_ptr<rpc::Peer>>;

 public:
  // A place among those who wait for a view, for as long as it lives; not longer than the cache.
  class Wait {
   public:
    Wait() = default;
    Wait(Wait&& other) noexcept
        : cache_(std::exchange(other.cache_, nullptr)), place_(other.place_) {}
    Wait& operator=(Wait&& other) noexcept {
      std::swap(cache_, other.cache_);
      std::swap(place_, other.place_);
      return *this;
    }
    ~Wait() {
      if (cache_ != nullptr) cache_->leave(place_);
    }

   private:
    friend class ViewCache;
    Wait(ViewCache& cache, Waiting::iterator place) : cache_(&cache), place_(place) {}

    ViewCache* cache_ = nullptr;
    Waiting::iterator place_;
  };

  explicit ViewCache(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  std::optional<layout::View> find(const layout::ViewId& id);
  // Checks the layout and keeps it. protocol: not a layout, not a file view, or not of this id.
  Result<layout::View> insert(const layout::ViewId& id, ConstBytes layout);
  // `peer` is woken when the view arrives.
  [[nodiscard]] Wait wait_for(const layout::ViewId& id, std::weak_ptr<rpc::Peer> peer);

  std::size_t bytes() const;
  std::size_t waiting() const;

 private:
  struct IdHash {
    std::size_t operator()(const layout::ViewId& id) const noexcept;
  };
  struct Entry {
    layout::ViewId id;
    layout::View view;
    std::size_t bytes;
  };

  void leave(Waiting::iterator place);

  const std::size_t bytes_max_;

  mutable std::mutex mutex_;
  // Guarded by mutex_. The most recently used first.
  std::list<Entry> entries_;
  std::unordered_map<layout::ViewId, std::list<Entry>::iterator, IdHash> by_id_;
  std::size_t bytes_ = 0;
  Waiting waiting_;
};

}  // namespace strait::server
