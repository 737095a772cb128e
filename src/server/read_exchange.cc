#include "server/read_exchange.h"

#include <utility>

namespace strait::server {

storage::AccessOptions access_options(std::uint32_t flags) {
  return {.atomic = (flags & wire::kAccessAtomic) != 0,
          .sieving = (flags & wire::kAccessNoSieving) == 0};
}

Status check_flags(std::uint32_t flags) {
  if ((flags & ~(wire::kAccessAtomic | wire::kAccessNoSieving)) == 0) return {};
  return error(ErrorKind::invalid_argument, "unknown flags of an access: {:#x}", flags);
}

ReadExchange::ReadExchange(Context context, Core::File file, wire::ReadArgs args,
                           const std::weak_ptr<rpc::Peer>& peer)
    : context_(std::move(context)),
      file_(file),
      options_(access_options(args.flags)),
      target_(*context_.core, std::move(args.target), peer) {
  if (Status known = check_flags(args.flags); !known) error_ = std::move(known).error();
}

bool ReadExchange::ready() {
  if (error_) return true;
  if (!target_.ready(*context_.core)) return false;
  Result<Placement> placement = target_.placement();
  if (placement) {
    placement_ = std::move(*placement);
  } else {
    error_ = std::move(placement).error();
  }
  return true;
}

rpc::Piece ReadExchange::next(MutableBytes room) {
  if (error_) return context_.refusal(std::move(*error_));
  if (!std::exchange(begun_, true)) context_.core->write_back->drain(file_.key);
  std::size_t filled = 0;
  while (filled < room.size() && placement_.remaining() != 0 && !results_.end_of_file) {
    const std::span<const Extent> extents = placement_.next(room.size() - filled);
    const auto wanted = static_cast<std::size_t>(total(extents));
    Result<std::size_t> got =
        file_.driver().read(file_.key.object, extents, room.subspan(filled, wanted), options_);
    if (!got) {
      return context_.refusal(
          std::move(got).error().during(fmt::format("READ in export '{}'", file_.of->name)));
    }
    filled += *got;
    results_.end_of_file = *got < wanted;
  }
  results_.count += filled;
  context_.core->counters.payload_sent.add(filled);
  rpc::Piece piece;
  if (results_.end_of_file || placement_.remaining() == 0) {
    piece = context_.answer(Result<wire::ReadResults>(results_));
  } else {
    piece.last = false;
  }
  piece.payload = filled;
  return piece;
}

}  // namespace strait::server
