#include "client/file.h"

#include <utility>

#include "client/file_call.h"
#include "client/session.h"
#include "client/shared_pointer.h"
#include "client/transfer.h"
#include "sys/random.h"
#include "wire/byte_order.h"

namespace strait::client {
namespace {

Operation ended(Result<Transfer> outcome) {
  return Operation(std::make_shared<Pending>(std::move(outcome)));
}

// Moves the pointer past the range, which begins where it was.
Status move_past(Session& session, const TransferPlan& plan,
                 const std::shared_ptr<SharedPointer>& pointer, ViewRange& range) {
  const std::uint64_t etype_size = range.view->etype_size();
  STRAIT_ASSIGN(const auto moved,
                ask(session, std::make_shared<PointerMove>(
                                 pointer, wire::CounterChange::add,
                                 static_cast<std::int64_t>(range.length / etype_size), plan.hints,
                                 plan.name, plan.handle)));
  const auto offset = checked_mul(moved.before, etype_size);
  if (!offset)
    return error(ErrorKind::file_too_large, "the shared file pointer is beyond any file");
  range.offset = *offset;
  return {};
}

Operation start(const std::shared_ptr<Session>& session, TransferPlan plan, const Region& region,
                const Memory& memory) {
  const std::uint64_t length = length_of(region);
  const auto doing = [&] {
    return fmt::format("{} \"{}\"", plan.write ? "writing" : "reading", plan.name.url());
  };
  if (length != memory.size) {
    return ended(error(ErrorKind::invalid_argument, "{} bytes of memory for {} bytes of the file",
                       memory.size, length)
                     .on(doing()));
  }
  if (length == 0) return ended(Transfer{});
  const CutOptions options = within({.request_size = session->options().request_size,
                                     .whole = plan.flags.atomic,
                                     .use_view = plan.hints.collective_number != 0},
                                    session->channel().peer_limits());
  const auto* const at = std::get_if<PointerRange>(&region);
  if (at != nullptr && !fits_in_request(at->range, options)) {
    ViewRange range = at->range;
    if (Status moved = move_past(*session, plan, at->pointer, range); !moved) {
      return ended(std::move(moved).error());
    }
    return start(session, std::move(plan), range, memory);
  }
  auto parts = cut(region, options);
  if (!parts) return ended(std::move(parts).error().on(doing()));
  const auto pending = std::make_shared<Pending>(session, std::move(plan), region, memory);
  pending->start(std::move(*parts));
  return Operation(pending);
}

}  // namespace

File::File(std::shared_ptr<Session> session, RemoteName name, wire::Handle handle)
    : session_(std::move(session)), name_(std::move(name)), handle_(handle) {}

Operation File::start_read(const Region& region, const Memory& memory, const CallHints& hints,
                           const AccessFlags& flags) const {
  return start(session_,
               {.write = false, .name = name_, .handle = handle_, .hints = hints, .flags = flags},
               region, memory);
}

Operation File::start_write(const Region& region, const Memory& memory, const CallHints& hints,
                            const AccessFlags& flags, wire::Durability wanted) const {
  return start(session_,
               {.write = true,
                .name = name_,
                .handle = handle_,
                .hints = hints,
                .flags = flags,
                .wanted = wanted},
               region, memory);
}

Result<Transfer> File::read(const Region& region, const Memory& memory, const CallHints& hints,
                            const AccessFlags& flags) const {
  return start_read(region, memory, hints, flags).wait();
}

Result<Transfer> File::write(const Region& region, const Memory& memory, const CallHints& hints,
                             const AccessFlags& flags, wire::Durability wanted) const {
  return start_write(region, memory, hints, flags, wanted).wait();
}

wire::Id File::new_instance() const {
  wire::Id instance{};
  sys::random_bytes(instance);
  wire::store_big(instance.data(), session_->channel().host_verifier());
  return instance;
}

Result<std::uint64_t> File::move(const std::shared_ptr<SharedPointer>& pointer, std::int64_t by,
                                 const CallHints& hints) const {
  STRAIT_ASSIGN(const auto moved,
                ask(*session_, std::make_shared<PointerMove>(pointer, wire::CounterChange::add, by,
                                                             hints, name_, handle_)));
  return moved.before;
}

Status File::drop(const std::shared_ptr<SharedPointer>& pointer, const CallHints& hints) const {
  STRAIT_TRY(ask(*session_, std::make_shared<PointerMove>(pointer, wire::CounterChange::drop, 0,
                                                          hints, name_, handle_)));
  return {};
}

namespace {

// A request about one file as a whole.
template <class Results, class Args>
Result<Results> ask_file(Session& session, const RemoteName& name, const wire::Handle& handle,
                         rpc::Call::Traits traits, std::string_view doing, const CallHints& hints,
                         Args args) {
  return ask(session, std::make_shared<FileQuery<Args, Results>>(std::move(traits), doing, hints,
                                                                 std::move(args), name, handle));
}

rpc::Call::Traits looks(wire::Operation operation, const wire::Handle& handle) {
  return {.operation = operation, .footprint = rpc::Footprint::whole(handle, false)};
}

rpc::Call::Traits changes(wire::Operation operation, const wire::Handle& handle) {
  return {.operation = operation,
          .footprint = rpc::Footprint::whole(handle, true),
          .idempotent = false};
}

}  // namespace

Result<wire::Attributes> File::attributes(const CallHints& hints) const {
  STRAIT_ASSIGN(const auto results,
                ask_file<wire::GetattrResults>(
                    *session_, name_, handle_, looks(wire::Operation::getattr, handle_),
                    "asking for the attributes of", hints, wire::GetattrArgs{handle_}));
  return results.attributes;
}

Result<wire::Attributes> File::set_attributes(const wire::SetAttributes& change,
                                              const CallHints& hints) const {
  wire::SetattrArgs args;
  args.file = handle_;
  args.attributes = change;
  STRAIT_ASSIGN(const auto results,
                ask_file<wire::GetattrResults>(*session_, name_, handle_,
                                               changes(wire::Operation::setattr, handle_),
                                               "setting the attributes of", hints, args));
  return results.attributes;
}

Status File::resize(std::uint64_t size, const CallHints& hints) const {
  wire::ResizeArgs args;
  args.file = handle_;
  args.size = size;
  STRAIT_TRY(ask_file<Nothing>(*session_, name_, handle_, changes(wire::Operation::resize, handle_),
                               "setting the size of", hints, args));
  return {};
}

Status File::allocate(std::uint64_t size, const CallHints& hints) const {
  wire::ResizeArgs args;
  args.file = handle_;
  args.size = size;
  args.allocate = true;
  STRAIT_TRY(ask_file<Nothing>(*session_, name_, handle_, changes(wire::Operation::resize, handle_),
                               "reserving space for", hints, args));
  return {};
}

bool File::commit_matters() const { return session_->channel().commit_matters(handle_); }

Status File::commit(wire::Durability level, const CallHints& hints) const {
  rpc::Call::Traits traits{.operation = wire::Operation::commit,
                           .footprint = rpc::Footprint::whole(handle_, true),
                           .commit = true,
                           .to_medium = level == wire::Durability::committed};
  STRAIT_TRY(ask_file<Nothing>(*session_, name_, handle_, std::move(traits), "committing", hints,
                               wire::CommitArgs{.file = handle_, .level = level}));
  return {};
}

}  // namespace strait::client
