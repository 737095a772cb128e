#include "client/shared_pointer.h"

namespace strait::client {

std::shared_ptr<rpc::Call> PointerCreation::begin() {
  wire::FetchAddArgs args;
  args.file = handle_;
  args.instance = pointer_->instance;
  args.change = wire::CounterChange::create;
  args.value = static_cast<std::int64_t>(pointer_->initial);
  return query_ = std::make_shared<PointerQuery>(
             rpc::Call::Traits{.operation = wire::Operation::fetch_add, .idempotent = false},
             fmt::format("making a shared file pointer of \"{}\"", name_.url()), CallHints{}, args);
}

Status PointerCreation::outcome() {
  const auto made = query_->take();
  if (made) pointer_->made_here = true;
  if (made || made.error().kind == ErrorKind::exists) return {};
  return made.error();
}

PointerMove::PointerMove(std::shared_ptr<SharedPointer> pointer, wire::CounterChange change,
                         std::int64_t value, const CallHints& hints, const RemoteName& name,
                         const wire::Handle& handle)
    : Base({.operation = wire::Operation::fetch_add, .idempotent = false},
           "moving the shared file pointer of", hints,
           {.replay = {},
            .file = handle,
            .instance = pointer->instance,
            .change = change,
            .value = value},
           name, handle),
      // One that is dropped need not be made first.
      creation_(change == wire::CounterChange::drop ? nullptr : std::move(pointer), name, handle) {}

Result<rpc::Verdict> PointerMove::replied(const wire::ReplyHead& head, wire::XdrDecoder& results,
                                          std::uint64_t payload) {
  creating_ = head.status == wire::StatusCode::unknown_counter && creation_.possible();
  if (creating_) return rpc::Verdict::remedy;
  return Base::replied(head, results, payload);
}

std::shared_ptr<rpc::Call> PointerMove::remedy() {
  return creating_ ? creation_.begin() : Base::remedy();
}

rpc::Verdict PointerMove::remedied() {
  if (!creating_) return Base::remedied();
  if (auto made = creation_.outcome(); !made) {
    failed(std::move(made).error().on(describe()));
    return rpc::Verdict::done;
  }
  return rpc::Verdict::again;
}

}  // namespace strait::client
