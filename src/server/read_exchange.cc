#include "server/read_exchange.h"

#include <algorithm>
#include <cstring>
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

ReadExchange::ReadExchange(Context&& context, Core::File file, wire::ReadArgs args,
                           const std::weak_ptr<rpc::Peer>& peer)
    : context_(std::move(context)),
      file_(file),
      options_(access_options(args.flags)),
      target_(*context_.core, {layout::ViewUse::reading, args.replay, args.file, std::nullopt},
              std::move(args.target), peer) {
  if (Status known = check_flags(args.flags); !known) error_ = std::move(known).error();
}

bool ReadExchange::ready() {
  if (error_) return true;
  if (!target_.ready(*context_.core)) return false;
  Result<Placement> placement = target_.placement(context_);
  if (placement) {
    placement_ = std::move(*placement);
    results_.counter = target_.counter();
  } else {
    error_ = std::move(placement).error();
  }
  return true;
}

Result<std::size_t> ReadExchange::fill(MutableBytes room) {
  std::size_t filled = 0;
  while (filled < room.size() && placement_.remaining() != 0) {
    const std::uint64_t before = placement_.remaining();
    const std::span<const Strip> strips = placement_.next(room.size() - filled);
    const auto wanted = static_cast<std::size_t>(before - placement_.remaining());
    Result<std::size_t> got =
        file_.driver().read(file_.key.object, strips, room.subspan(filled, wanted), options_);
    if (!got) return std::move(got).error();
    filled += *got;
    if (*got < wanted) {
      results_.end_of_file = true;
      placement_ = {};
    }
  }
  return filled;
}

Status ReadExchange::read_atomically() {
  rpc::BufferPool& pool = context_.core->pool;
  if (placement_.remaining() > std::min<std::uint64_t>(kAtomicMax, pool.bytes_max() / 4)) {
    return error(ErrorKind::exhausted,
                 "{} bytes in one access in atomic mode are more than the server can keep",
                 placement_.remaining());
  }
  std::vector<rpc::Buffer> buffers;
  for (std::uint64_t left = placement_.remaining(); left != 0;) {
    const auto size =
        static_cast<std::size_t>(std::min<std::uint64_t>(left, rpc::BufferPool::kChunkSize));
    buffers.push_back(pool.try_take(size));
    if (!buffers.back()) {
      return Error{ErrorKind::exhausted, Retry::later, 0, "the server is short of memory"};
    }
    left -= size;
  }
  const auto section = context_.core->atomic.enter(file_.key.object);
  for (rpc::Buffer& buffer : buffers) {
    STRAIT_ASSIGN(const std::size_t filled, fill(buffer.bytes()));
    if (filled == 0) break;
    held_.push_back({std::move(buffer), filled});
    held_size_ += filled;
  }
  return {};
}

rpc::Piece ReadExchange::next(MutableBytes room) {
  Status read;
  std::size_t filled = 0;
  if (error_) read = std::move(*error_);
  if (read && !std::exchange(begun_, true)) {
    context_.core->write_back->drain(file_.key);
    if (options_.atomic) read = read_atomically();
  }
  if (read && !options_.atomic) {
    Result<std::size_t> got = fill(room);
    if (got) {
      filled = *got;
    } else {
      read = std::move(got).error();
    }
  }
  if (!read) {
    return context_.refusal(
        std::move(read).error().during(fmt::format("READ in export '{}'", file_.of->name)));
  }
  while (filled < room.size() && held_sent_ < held_size_) {
    const std::size_t at = static_cast<std::size_t>(held_sent_ % rpc::BufferPool::kChunkSize);
    HeldPart& part = held_[static_cast<std::size_t>(held_sent_ / rpc::BufferPool::kChunkSize)];
    const std::size_t size = std::min(part.size - at, room.size() - filled);
    std::memcpy(room.data() + filled, part.buffer.bytes().data() + at, size);
    filled += size;
    held_sent_ += size;
    if (at + size == part.size) part.buffer.release();
  }
  results_.count += filled;
  context_.core->counters.payload_sent.add(filled);
  rpc::Piece piece;
  piece.last = room_wanted() == 0;
  if (piece.last) piece = context_.answer(Result<wire::ReadResults>(results_));
  piece.payload = filled;
  return piece;
}

}  // namespace strait::server
