// A request whose arguments and results are plain messages: everything but the data transfers.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "client/session.h"
#include "rpc/client/call.h"
#include "wire/messages.h"
#include "wire/xdr.h"

namespace strait::client {

// For operations that ask for, or answer with, nothing but success.
struct Nothing {
  static void describe(auto&, auto&) {}
};

template <class Args>
concept Replayed = requires(Args args) {
  args.replay.number;
};

template <class Args, class Results>
class Query : public rpc::Call {
 public:
  Query(rpc::Call::Traits of, std::string what, const CallHints& hints, Args args)
      : Call(of), what_(std::move(what)), head_(request_head(hints)), args_(std::move(args)) {}

  std::string describe() const override { return what_; }

  Result<std::vector<std::byte>> encode(const rpc::SendContext& context) override {
    if constexpr (Replayed<Args>) {
      args_.replay = {.number = context.replay_number, .answered_up_to = context.answered_up_to};
    }
    return wire::encode(head_, args_);
  }

  Result<rpc::Verdict> replied(const wire::ReplyHead& head, wire::XdrDecoder& results,
                               std::uint64_t) override {
    if (head.status != wire::StatusCode::ok) {
      end(wire::error_of(head).on(describe()));
      return rpc::Verdict::done;
    }
    auto taken = results.take<Results>();
    if (!taken) return std::move(taken).error();
    STRAIT_TRY(results.finish());
    end(std::move(*taken));
    return rpc::Verdict::done;
  }

  void failed(Error error) override { end(std::move(error)); }

  bool ended() const { return ended_.load(std::memory_order_acquire); }
  // Once, after it has ended.
  Result<Results> take() { return std::move(*outcome_); }

 protected:
  const Result<Results>* outcome() const { return outcome_ ? &*outcome_ : nullptr; }

 private:
  void end(Result<Results> outcome) {
    outcome_ = std::move(outcome);
    ended_.store(true, std::memory_order_release);
  }

  const std::string what_;
  const wire::RequestHead head_;
  Args args_;
  std::optional<Result<Results>> outcome_;
  std::atomic<bool> ended_{false};
};

// Submits the query and waits for its answer.
template <class Q>
auto ask(Session& session, const std::shared_ptr<Q>& query) {
  session.channel().submit(query);
  session.channel().wait([&] { return query->ended(); });
  return query->take();
}

}  // namespace strait::client
