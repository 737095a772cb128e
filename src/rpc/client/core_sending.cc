// Core: which call goes out next.
#include <utility>

#include "rpc/client/core.h"
#include "wire/data.h"

namespace strait::rpc {
namespace {

// Frames are given to the writer only that far ahead of the socket, so that what has not been sent
// can still be cancelled, while many small ones go out in one system call.
constexpr std::uint64_t kWriterAhead = 256 << 10;  // bytes

// A request that is lost with its connection every time may be what ends the connections.
constexpr std::uint32_t kSendingsMax = 100;

// Brings what was only received of a file to *written*, because a later call needs that; nobody
// waits for it.
class WriteOut final : public Call {
 public:
  explicit WriteOut(const wire::Handle& file)
      : Call({.operation = wire::Operation::commit,
              .footprint = Footprint::whole(file, true),
              .commit = true}),
        file_(file) {}
  std::string describe() const override { return "writing out what the server has received"; }
  Result<std::vector<std::byte>> encode(const SendContext&) override {
    return wire::encode(wire::RequestHead{},
                        wire::CommitArgs{.file = file_, .level = wire::Durability::written});
  }
  Result<Verdict> replied(const wire::ReplyHead&, wire::XdrDecoder&, std::uint64_t) override {
    return Verdict::done;
  }
  void failed(Error) override {}

 private:
  const wire::Handle file_;
};

}  // namespace

std::size_t Core::gather(std::span<ConstBytes> buffers, Instant now) {
  if (link_ == Link::up && !broken_) fill_writer(now);
  return writer_.buffers(buffers);
}

void Core::sent(std::size_t bytes, Instant now) {
  counters_.bytes_sent += bytes;
  sent_here_ += bytes;
  if (link_ == Link::up) progress_ = now;
  writer_.advance(bytes);
}

void Core::fill_writer(Instant now) {
  Window window = window_;
  if (losses_ >= kLossesSuspect) window.requests = 1;
  while (writer_.queued_bytes() < kWriterAhead && !broken_) {
    Slot* blocked = nullptr;
    Slot* slot = roster_.next(window, &blocked);
    if (slot != nullptr) {
      send_call(*slot, now);
    } else {
      if (blocked != nullptr) write_retained_of(*blocked, now);
      return;
    }
  }
}

void Core::send_call(Slot& slot, Instant now) {
  Call& call = *slot.call;
  if (slot.cancelled && !slot.answered) return fail(slot, cancelled(slot), now);
  if (slot.sendings - slot.refusals >= kSendingsMax) return fail(slot, suspected(slot), now);
  if (call.traits.commit) {
    // Asked when its turn comes, not when it was submitted: the loss may have been noticed in
    // between.
    if (auto lost = slot.answered ? std::nullopt : ledger_.take_lost(*call.traits.footprint.file)) {
      return fail(slot, std::move(*lost).on(call.describe()), now);
    }
    slot.retained_as = last_retained_;
    slot.covers = ledger_.uncommitted_to(*call.traits.footprint.file);
  }
  SendContext context;
  context.sequence = slot.sequence;
  context.replay_number = slot.replay;
  context.answered_up_to = roster_.first_unanswered_replay(next_replay_) - 1;
  context.knowledge = &knowledge_;
  auto body = call.encode(context);
  if (!body) return fail(slot, std::move(body).error().on(call.describe()), now);
  const std::uint64_t request = next_request_++;
  Status pushed = writer_.push({.operation = call.traits.operation,
                                .request = request,
                                .body = std::move(*body),
                                .payload = call.payload()});
  if (!pushed) return fail(slot, std::move(pushed).error().on(call.describe()), now);
  roster_.mark_in_flight(slot, request, now);
  look_at(slot, now);
}

void Core::write_retained_of(const Slot& blocked, Instant now) {
  const wire::Handle& file = *blocked.call->traits.footprint.file;
  // A COMMIT on its way will do; one that waits may be waiting for the very call that is blocked.
  for (const Slot& slot : roster_.slots()) {
    if (slot.call->traits.commit && slot.state == Slot::State::in_flight &&
        slot.call->traits.footprint.file == file) {
      return;
    }
  }
  add(std::make_shared<WriteOut>(file), now);
  // It conflicts with what waits for it, which is older: it must not queue behind that.
  roster_.move_to_front(roster_.slots().back());
  Slot& commit = roster_.slots().front();
  commit.answered = true;  // what goes wrong with it is for the program's next COMMIT to report
  send_call(commit, now);
}

}  // namespace strait::rpc
