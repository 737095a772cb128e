#include "server/target.h"

#include <utility>

#include "server/once.h"
#include "wire/locks.h"

namespace strait::server {
namespace {

Error unknown_view() {
  return error(ErrorKind::unknown_view, "the server does not hold the view; send its layout");
}

// What makes an access at a shared file pointer the one that came before. The layout may come along
// or not.
struct AccessIdentity {
  wire::Replay replay;
  wire::Handle file{};
  wire::Id instance{};
  std::uint64_t etype_size = 0;
  wire::ViewRange range;

  static void describe(auto& xdr, auto& access) {
    xdr.fixed(access.file);
    xdr.fixed(access.instance);
    xdr.number(access.etype_size);
    xdr.part(access.range);
  }
};

}  // namespace

TargetResolver::TargetResolver(Core& core, const Access& access, wire::Target target,
                               const std::weak_ptr<rpc::Peer>& peer)
    : access_(access) {
  if (auto* list = std::get_if<wire::ExtentList>(&target)) {
    extents_ = Placement::of(std::move(list->extents));
    return;
  }
  if (const auto* counter = std::get_if<wire::CounterRange>(&target)) {
    range_ = counter->range;
    pointer_ = {counter->instance, counter->etype_size};
  } else {
    range_ = std::get<wire::ViewRange>(target);
  }
  if (!range_.layout.empty()) {
    view_ = usable(core.views.insert(range_.view, range_.layout));
    range_.layout = {};
    return;
  }
  if (range_.peer_ships && !core.views.find(range_.view)) {
    wait_ = core.views.wait_for(range_.view, peer);
    deadline_ = core.clock.now() + kViewTime;
    core.network.post_at(deadline_, [peer] {
      if (const auto alive = peer.lock()) alive->wake();
    });
  }
  (void)ready(core);
}

Result<layout::View> TargetResolver::usable(const Result<layout::View>& view) const {
  if (view && access_.use == layout::ViewUse::writing && !view->writable()) {
    return error(ErrorKind::invalid_argument, "the view overlaps itself and cannot be written to");
  }
  return view;
}

bool TargetResolver::ready(Core& core) {
  if (extents_ || view_) return true;
  if (const auto view = core.views.find(range_.view)) {
    view_ = usable(*view);
  } else if (core.clock.now() >= deadline_) {
    view_ = unknown_view();
  }
  if (view_) wait_ = {};
  return view_.has_value();
}

Status TargetResolver::check_payload(std::uint64_t length) const {
  if (access_.payload.value_or(length) == length) return {};
  return error(ErrorKind::invalid_argument, "{} bytes of data for {} bytes of the file",
               *access_.payload, length);
}

Result<Placement> TargetResolver::placement(const Context& context) {
  if (extents_) {
    STRAIT_ASSIGN(Placement placement, std::move(*extents_));
    STRAIT_TRY(check_payload(placement.remaining()));
    return placement;
  }
  if (!*view_) return view_->error();
  STRAIT_TRY(check_payload(range_.length));
  if (pointer_) STRAIT_TRY(move_pointer(context));
  return Placement::of(**view_, range_);
}

Status TargetResolver::move_pointer(const Context& context) {
  const std::uint64_t etype_size = pointer_->etype_size;
  if (etype_size == 0 || range_.length % etype_size != 0 || range_.length > kFileOffsetMax) {
    return error(ErrorKind::invalid_argument, "{} bytes are not whole etypes of {} bytes",
                 range_.length, etype_size);
  }
  AccessIdentity identity{.file = access_.file,
                          .instance = pointer_->instance,
                          .etype_size = etype_size,
                          .range = range_};
  identity.range.peer_ships = false;
  STRAIT_ASSIGN(counter_before_, context.core->pointers.change(
                                     {context.client->id(), access_.replay,
                                      digest_of(context.operation, std::move(identity))},
                                     {pointer_->instance, wire::CounterChange::add,
                                      static_cast<std::int64_t>(range_.length / etype_size)}));
  const auto from = checked_mul(counter_before_, etype_size);
  const auto offset = from ? checked_add(range_.offset, *from) : std::nullopt;
  if (!offset) {
    return error(ErrorKind::file_too_large, "a shared file pointer at {} etypes of {} bytes",
                 counter_before_, etype_size);
  }
  range_.offset = *offset;
  return {};
}

}  // namespace strait::server
