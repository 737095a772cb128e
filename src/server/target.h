// Finds out where an access goes: at once for extents and for views that are known or come along,
// and after a while for a view that another rank of the same collective is about to bring. Where it
// is at a shared file pointer, moves that past it.
//
// Used by the connection's thread. Does not outlive the Core.
#pragma once

#include <memory>
#include <optional>

#include "server/context.h"
#include "server/placement.h"
#include "wire/data.h"

namespace strait::server {

class TargetResolver {
 public:
  // How long a request waits for a view that a peer ships.
  static constexpr Duration kViewTime = std::chrono::seconds(1);

  // What the access is, apart from where: for its replay.
  struct Access {
    layout::ViewUse use;
    wire::Replay replay;
    wire::Handle file{};
    std::optional<std::uint64_t> payload;  // bytes; of a WRITE
  };

  // `target`'s layout is used during the call only.
  TargetResolver(Core& core, const Access& access, wire::Target target,
                 const std::weak_ptr<rpc::Peer>& peer);

  // Whether `placement` has an answer by now.
  bool ready(Core& core);
  // Once: the placement. unknown_view, and what Placement::of, ViewCache::insert and
  // SharedPointers::change say; invalid_argument for a WRITE at a view that has bytes twice, or
  // with a payload of another length. A repeated access goes where the first attempt went.
  Result<Placement> placement(const Context& context);
  // After that: the shared file pointer's value before the access; 0 where it has none.
  std::uint64_t counter() const { return counter_before_; }

 private:
  struct Pointer {
    wire::Id instance{};
    std::uint64_t etype_size = 1;
  };

  Result<layout::View> usable(const Result<layout::View>& view) const;
  Status check_payload(std::uint64_t length) const;
  Status move_pointer(const Context& context);

  const Access access_;
  // Either extents,
  std::optional<Result<Placement>> extents_;
  // or a range of a view, which may be from a shared file pointer on.
  wire::ViewRange range_;
  std::optional<Pointer> pointer_;
  ViewCache::Wait wait_;
  std::optional<Result<layout::View>> view_;
  std::uint64_t counter_before_ = 0;
  Instant deadline_{};
};

}  // namespace strait::server
