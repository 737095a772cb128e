// Finds out where an access goes: at once for extents and for views that are known or come along,
// and after a while for a view that another rank of the same collective is about to bring.
//
// Used by the connection's thread.
#pragma once

#include <memory>
#include <optional>

#include "server/core.h"
#include "server/placement.h"
#include "wire/data.h"

namespace strait::server {

class TargetResolver {
 public:
  // How long a request waits for a view that a peer ships.
  static constexpr Duration kViewTime = std::chrono::seconds(1);

  // `target`'s layout is used during the call only.
  TargetResolver(Core& core, layout::ViewUse use, wire::Target target,
                 const std::weak_ptr<rpc::Peer>& peer);

  // Whether `placement` has an answer by now.
  bool ready(Core& core);
  // Once: the placement. unknown_view, unsupported, and what Placement::of and ViewCache::insert
  // say; invalid_argument for a WRITE at a view that has bytes twice.
  Result<Placement> placement();

 private:
  Result<Placement> placed(const layout::View& view, const wire::ViewRange& range) const;

  const layout::ViewUse use_;
  std::optional<Result<Placement>> found_;
  wire::ViewRange awaited_;
  Instant deadline_{};
};

}  // namespace strait::server
