#include "server/target.h"

#include <utility>

namespace strait::server {
namespace {

Error unknown_view() {
  return error(ErrorKind::unknown_view, "the server does not hold the view; send its layout");
}

}  // namespace

TargetResolver::TargetResolver(Core& core, layout::ViewUse use, wire::Target target,
                               const std::weak_ptr<rpc::Peer>& peer)
    : use_(use) {
  if (auto* list = std::get_if<wire::ExtentList>(&target)) {
    found_ = Placement::of(std::move(list->extents));
    return;
  }
  const auto* range = std::get_if<wire::ViewRange>(&target);
  if (range == nullptr) {
    found_ = error(ErrorKind::unsupported, "accesses at a shared pointer are not offered yet");
    return;
  }
  if (!range->layout.empty()) {
    const Result<layout::View> view = core.views.insert(range->view, range->layout);
    found_ = view ? placed(*view, *range) : Result<Placement>(view.error());
    return;
  }
  awaited_ = *range;
  if (range->peer_ships && !core.views.find(range->view)) {
    core.views.wait_for(range->view, peer);
    deadline_ = core.clock.now() + kViewTime;
    core.network.post_at(deadline_, [peer] {
      if (const auto alive = peer.lock()) alive->wake();
    });
  }
  (void)ready(core);
}

Result<Placement> TargetResolver::placed(const layout::View& view,
                                         const wire::ViewRange& range) const {
  if (use_ == layout::ViewUse::writing && !view.writable()) {
    return error(ErrorKind::invalid_argument, "the view overlaps itself and cannot be written to");
  }
  return Placement::of(view, range);
}

bool TargetResolver::ready(Core& core) {
  if (found_) return true;
  if (const auto view = core.views.find(awaited_.view)) {
    found_ = placed(*view, awaited_);
  } else if (core.clock.now() >= deadline_) {
    found_ = unknown_view();
  }
  return found_.has_value();
}

Result<Placement> TargetResolver::placement() { return std::move(*found_); }

}  // namespace strait::server
