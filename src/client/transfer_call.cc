#include "client/transfer_call.h"

#include <utility>

namespace strait::client {
namespace {

// A server that has been given the layout and still does not know the view is broken.
constexpr std::uint32_t kViewsUnknownMax = 3;

rpc::Call::Traits traits_of(const Pending& transfer, const Part& part) {
  const TransferPlan& plan = transfer.plan();
  rpc::Call::Traits traits;
  traits.operation = plan.write ? wire::Operation::write : wire::Operation::read;
  traits.footprint =
      rpc::Footprint::range(plan.handle, part.bounds.offset, part.bounds.end(), plan.write);
  traits.payload_bytes = part.length;
  traits.write = plan.write;
  traits.received_only = plan.wanted == wire::Durability::received;
  if (transfer.pointer()) {
    traits.footprint = rpc::Footprint::anywhere(plan.handle, plan.write);
    traits.idempotent = false;
  }
  return traits;
}

}  // namespace

TransferCall::TransferCall(std::shared_ptr<Pending> transfer, std::size_t index, Part part)
    : Call(traits_of(*transfer, part)),
      transfer_(std::move(transfer)),
      index_(index),
      part_(std::move(part)),
      recovery_(transfer_->plan().name, transfer_->plan().handle),
      creation_(transfer_->pointer(), transfer_->plan().name, transfer_->plan().handle) {}

std::string TransferCall::describe() const {
  const TransferPlan& plan = transfer_->plan();
  const std::string_view doing = plan.write ? "writing" : "reading";
  if (transfer_->pointer()) {
    return fmt::format("{} \"{}\", {} bytes at the shared file pointer", doing, plan.name.url(),
                       part_.length);
  }
  return fmt::format("{} \"{}\", bytes {} to {}", doing, plan.name.url(), part_.bounds.offset,
                     part_.bounds.end());
}

wire::Target TransferCall::target(const rpc::SendContext& context) {
  if (!part_.extents.empty()) return wire::ExtentList{part_.extents};
  // A view of the part's own lies where the part does.
  const ViewRange* const range = part_.view ? nullptr : transfer_->view();
  const layout::View& view = range != nullptr ? *range->view : *part_.view;
  wire::ViewRange out;
  out.view = view.id();
  out.displacement = range != nullptr ? range->displacement : 0;
  out.offset = range != nullptr ? range->offset + part_.begin : 0;
  out.length = part_.length;
  // A server may forget a view that it has been told, or another rank may fail to bring it: once
  // the server says so, the layout goes along. Until then what another rank brings is as good as
  // told, so that the next access does not bring it once more.
  const bool told = views_unknown_ == 0 && context.knowledge->has_view(out.view);
  out.peer_ships = views_unknown_ == 0 && range != nullptr && range->peer_ships;
  if (!told && !out.peer_ships) out.layout = view.form();
  if (!told) context.knowledge->add_view(out.view);
  if (!transfer_->pointer()) return out;
  return wire::CounterRange{transfer_->pointer()->instance, view.etype_size(), out};
}

wire::Replay TransferCall::replay(const rpc::SendContext& context) const {
  if (!transfer_->pointer()) return {};
  return {.number = context.replay_number, .answered_up_to = context.answered_up_to};
}

std::uint32_t TransferCall::flags() const {
  const AccessFlags& flags = transfer_->plan().flags;
  return (flags.atomic ? wire::kAccessAtomic : 0) | (flags.sieving ? 0 : wire::kAccessNoSieving);
}

Result<rpc::Verdict> TransferCall::replied(const wire::ReplyHead& head, wire::XdrDecoder& results,
                                           std::uint64_t payload) {
  if (head.status == wire::StatusCode::ok) {
    STRAIT_TRY(take(results, payload));
    STRAIT_TRY(results.finish());
    return rpc::Verdict::done;
  }
  // With the layout next time. Other requests of this connection may have counted on the view, too:
  // they find out alike.
  if (head.status == wire::StatusCode::unknown_view && part_.extents.empty() &&
      ++views_unknown_ <= kViewsUnknownMax) {
    return rpc::Verdict::again;
  }
  creating_ = head.status == wire::StatusCode::unknown_counter && creation_.possible();
  if (creating_) return rpc::Verdict::remedy;
  if (lost_handle(head.status) && recovery_.possible()) return rpc::Verdict::remedy;
  failed(wire::error_of(head).on(describe()));
  return rpc::Verdict::done;
}

void TransferCall::part_done(std::uint64_t bytes, bool end_of_file) {
  if (!std::exchange(told_, true)) transfer_->part_done(index_, bytes, end_of_file);
}

void TransferCall::failed(Error error) {
  if (std::exchange(told_, true)) return;
  if (stopped_) return transfer_->part_stopped();
  transfer_->part_failed(index_, std::move(error));
}

Status TransferCall::still_wanted() {
  stopped_ = !told_ && transfer_->failed();
  if (!stopped_) return {};
  return error(ErrorKind::cancelled, "another part of the same access has failed");
}

std::shared_ptr<rpc::Call> TransferCall::remedy() {
  return creating_ ? creation_.begin() : recovery_.begin();
}

rpc::Verdict TransferCall::remedied() {
  if (auto done = creating_ ? creation_.outcome() : recovery_.outcome(); !done) {
    failed(std::move(done).error().on(describe()));
    return rpc::Verdict::done;
  }
  return rpc::Verdict::again;
}

ReadCall::ReadCall(std::shared_ptr<Pending> transfer, std::size_t index, Part part)
    : TransferCall(std::move(transfer), index, std::move(part)),
      sink_(this->transfer().memory(), this->part().begin, this->part().length) {}

Result<std::vector<std::byte>> ReadCall::encode(const rpc::SendContext& context) {
  STRAIT_TRY(still_wanted());
  sink_.restart();
  wire::ReadArgs args;
  args.file = transfer().plan().handle;
  args.flags = flags();
  args.target = target(context);
  args.replay = replay(context);
  return wire::encode(request_head(transfer().plan().hints), args);
}

Status ReadCall::take(wire::XdrDecoder& results, std::uint64_t payload) {
  STRAIT_ASSIGN(const auto read, results.take<wire::ReadResults>());
  if (read.count != payload || (read.count < part().length && !read.end_of_file)) {
    return error(ErrorKind::protocol, "the server says that it read {} bytes, and sent {} of {}",
                 read.count, payload, part().length);
  }
  part_done(read.count, read.end_of_file);
  return {};
}

WriteCall::WriteCall(std::shared_ptr<Pending> transfer, std::size_t index, Part part)
    : TransferCall(std::move(transfer), index, std::move(part)) {
  if (this->transfer().plan().wanted != wire::Durability::received) return;
  copy_.resize(this->part().length);
  const MemoryStream& memory = this->transfer().memory();
  memory.copy_out(this->part().begin, copy_);
}

Result<std::vector<std::byte>> WriteCall::encode(const rpc::SendContext& context) {
  STRAIT_TRY(still_wanted());
  wire::WriteArgs args;
  args.file = transfer().plan().handle;
  args.flags = flags();
  args.sequence = context.sequence;
  args.wanted = transfer().plan().wanted;
  args.target = target(context);
  args.replay = replay(context);
  return wire::encode(request_head(transfer().plan().hints), args);
}

std::unique_ptr<wire::PayloadSource> WriteCall::payload() {
  if (!copy_.empty()) return std::make_unique<wire::BorrowedPayload>(copy_);
  return transfer().memory().source(part().begin, part().length);
}

Status WriteCall::take(wire::XdrDecoder& results, std::uint64_t) {
  STRAIT_ASSIGN(const auto written, results.take<wire::WriteResults>());
  if (written.count != part().length) {
    return error(ErrorKind::protocol, "the server says that it wrote {} of {} bytes", written.count,
                 part().length);
  }
  reached_ = written.reached;
  part_done(written.count, false);
  return {};
}

}  // namespace strait::client
