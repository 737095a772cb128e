// How much of the pool may be taken by data that is kept whole before it is written: of WRITEs in
// atomic mode, and of those that are answered when received. Each claims all its memory before it
// takes any, so that none of them waits for memory that another one holds.
//
// Claims that wait are granted in their order. Thread-safe; nothing blocks; peers are woken without
// the lock. Claims may outlive the share's owner.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

#include "rpc/server/service.h"

namespace strait::server {

class KeptShare : public std::enable_shared_from_this<KeptShare> {
 private:
  struct Request {
    std::uint64_t bytes = 0;
    bool granted = false;
    std::weak_ptr<rpc::Peer> peer;
  };
  using Place = std::list<Request>::iterator;

 public:
  // A place in the books, given back when destroyed. Empty: none.
  class Claim {
   public:
    Claim() = default;
    Claim(Claim&& other) noexcept : share_(std::move(other.share_)), place_(other.place_) {}
    Claim& operator=(Claim&& other) noexcept {
      std::swap(share_, other.share_);
      std::swap(place_, other.place_);
      return *this;
    }
    ~Claim() {
      if (share_) share_->leave(place_);
    }
    explicit operator bool() const { return share_ != nullptr; }
    bool granted() const { return share_ != nullptr && share_->is_granted(place_); }
    // It is granted, and another one is not.
    bool keeps_others_waiting() const {
      return share_ != nullptr && share_->keeps_others_waiting(place_);
    }

   private:
    friend class KeptShare;
    Claim(std::shared_ptr<KeptShare> share, Place place)
        : share_(std::move(share)), place_(place) {}

    std::shared_ptr<KeptShare> share_;
    Place place_;
  };

  explicit KeptShare(std::uint64_t bytes_max) : bytes_max_(bytes_max) {}

  // For so many bytes of payload, at most `bytes_max`; `peer` is woken when it is granted, where it
  // is not at once.
  Claim claim(std::uint64_t payload, std::weak_ptr<rpc::Peer> peer);
  // Granted, or empty.
  Claim try_claim(std::uint64_t payload);

 private:
  bool is_granted(Place place) const;
  bool keeps_others_waiting(Place place) const;
  void leave(Place place);
  bool fits(std::uint64_t bytes) const;

  const std::uint64_t bytes_max_;

  mutable std::mutex mutex_;
  // Guarded by mutex_:
  std::uint64_t bytes_ = 0;  // of those that are granted
  std::list<Request> granted_;
  std::list<Request> waiting_;
};

}  // namespace strait::server
