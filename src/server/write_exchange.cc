#include "server/write_exchange.h"

#include <algorithm>
#include <utility>

#include "server/read_exchange.h"

namespace strait::server {

using wire::Durability;

WriteExchange::WriteExchange(Context&& context, Core::File file, wire::WriteArgs args,
                             std::uint64_t payload, const std::weak_ptr<rpc::Peer>& peer)
    : context_(std::move(context)),
      file_(file),
      options_(access_options(args.flags)),
      sequence_(args.sequence),
      payload_(payload),
      wanted_(args.wanted),
      peer_(peer),
      target_(*context_.core, {layout::ViewUse::writing, args.replay, args.file, payload},
              std::move(args.target), peer) {
  Core& core = *context_.core;
  if (Status known = check_flags(args.flags); !known) {
    error_ = std::move(known).error();
  } else if (sequence_ == 0) {
    error_ = error(ErrorKind::invalid_argument, "a WRITE without a sequence number");
  } else if (file_.of->read_only) {
    error_ = error(ErrorKind::read_only, "the export '{}' is read-only", file_.of->name);
  } else if (Result<std::uint64_t> begun = context_.client->write_received(file_.key, sequence_);
             !begun) {
    error_ = std::move(begun).error();
  } else {
    executing_ = *begun;
    error_ = context_.client->take_write_failure(file_.key);
  }
  if (wanted_ == Durability::received && !error_) {
    if (payload_ <= kHeldMax && !options_.atomic) claim_ = core.kept->try_claim(payload_);
    if (!claim_) wanted_ = Durability::written;
  }
  if (options_.atomic && !error_) {
    const bool fits = payload_ <= std::min<std::uint64_t>(kAtomicMax, core.pool.bytes_max() / 4);
    if (!fits) {
      error_ = error(ErrorKind::exhausted,
                     "{} bytes in one access in atomic mode are more than the server can keep",
                     payload_);
    }
  }
}

// Discarded where it has not been answered: the sequence number stays open.
WriteExchange::~WriteExchange() {
  if (executing_ != 0) context_.client->write_stopped(file_.key, executing_);
}

bool WriteExchange::ready() {
  if (error_) return true;
  if (!placed_) {
    if (!target_.ready(*context_.core)) return false;
    place();
  }
  return !claim_ || claim_.granted();
}

void WriteExchange::place() {
  placed_ = true;
  Result<Placement> placement = target_.placement(context_);
  if (placement) {
    placement_ = std::move(*placement);
    if (options_.atomic) claim_ = context_.core->kept->claim(payload_, peer_);
  } else {
    error_ = std::move(placement).error();
  }
}

void WriteExchange::take(rpc::Buffer& buffer, std::size_t size) {
  if (error_) return;
  context_.core->counters.payload_received.add(size);
  if (keeps_data()) {
    held_.push_back({std::move(buffer), size});
    return;
  }
  if (!std::exchange(drained_, true)) context_.core->write_back->drain(file_.key);
  Status written = write_placed(file_.driver(), file_.key.object, placement_,
                                ConstBytes(buffer.bytes()).first(size), options_);
  if (!written) error_ = std::move(written).error();
}

rpc::Piece WriteExchange::next(MutableBytes) {
  if (!error_ && options_.atomic) {
    if (Status written = write_atomically(); !written) error_ = std::move(written).error();
  }
  if (error_) return refuse(std::move(*error_));
  if (wanted_ == Durability::received) {
    context_.core->write_back->add({.client = context_.client,
                                    .file = file_.key,
                                    .sequence = sequence_,
                                    .driver = file_.of->driver,
                                    .placement = std::move(placement_),
                                    .options = options_,
                                    .parts = std::move(held_),
                                    .claim = std::move(claim_)});
  } else {
    if (wanted_ == Durability::committed) {
      if (Status done = file_.driver().commit(file_.key.object); !done) {
        return refuse(std::move(done).error());
      }
    }
    settle();
  }
  return context_.answer(Result<wire::WriteResults>(
      {.count = payload_, .reached = wanted_, .counter = target_.counter()}));
}

Status WriteExchange::write_atomically() {
  context_.core->write_back->drain(file_.key);
  const auto section = context_.core->atomic.enter(file_.key.object);
  for (const HeldPart& part : held_) {
    STRAIT_TRY(write_placed(file_.driver(), file_.key.object, placement_,
                            ConstBytes(part.buffer.bytes()).first(part.size), options_));
  }
  return {};
}

rpc::Piece WriteExchange::refuse(Error error) {
  // A client that is asked for the layout, or for patience, sends the same WRITE again: until then
  // it is open.
  if (error.kind != ErrorKind::unknown_view && error.retry != Retry::later) settle();
  return context_.refusal(
      std::move(error).during(fmt::format("WRITE in export '{}'", file_.of->name)));
}

rpc::Piece WriteExchange::cancelled() { return refuse(cancelled_error()); }

void WriteExchange::settle() {
  if (executing_ != 0) context_.client->write_settled(file_.key, sequence_);
}

}  // namespace strait::server
