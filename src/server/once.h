// Executes a request at most once, however often it comes: the reply cache is asked first, the
// intent is journalled before, the outcome after.
#pragma once

#include <utility>

#include "server/context.h"
#include "server/intent.h"
#include "wire/checksum.h"

namespace strait::server {

// The reply that an outcome makes now: with today's verifiers.
rpc::Piece reply_of(const Context& context, Outcome outcome);

template <class Results>
Outcome outcome_of(const Context& context, const Result<Results>& results) {
  Outcome outcome;
  if (!results) {
    outcome.head = context.failure(results.error());
  } else if constexpr (!std::is_void_v<Results>) {
    if (auto bytes = wire::encode(*results)) {
      outcome.results = std::move(*bytes);
    } else {
      outcome.head = context.failure(std::move(bytes).error());
    }
  }
  return outcome;
}

// Tells a repetition from another request under the same number. `args` are by value: what only
// says which answers have arrived does not count.
template <class Args>
std::uint64_t digest_of(wire::Operation operation, Args args) {
  args.replay = {};
  const auto bytes = wire::encode(args);
  const std::uint64_t sum = bytes ? wire::checksum(*bytes) : 0;
  return sum + static_cast<std::uint32_t>(operation);
}

// prepare: () -> Result<Intent>, finds out what is there now; its failure is the reply.
// execute: (const Intent&) -> Result<Results> or Status.
template <class Args, class Prepare, class Execute>
rpc::Piece once(Context& context, const Args& args, Prepare prepare, Execute execute) {
  ReplyCache& replies = context.core->replies;
  const wire::Replay& replay = args.replay;
  const std::uint64_t digest = digest_of(context.operation, args);
  const wire::Id& client = context.client->id();
  Result<std::optional<Outcome>> earlier = replies.find(client, replay, digest);
  Result<Intent> intent{Intent{}};
  if (earlier && !*earlier) {
    intent = prepare();
    if (!intent) return context.refusal(std::move(intent).error());
    intent->operation = static_cast<std::uint32_t>(context.operation);
    earlier = replies.begin(client, replay, digest, *intent);
  }
  if (!earlier) return context.refusal(std::move(earlier).error());
  if (*earlier) {
    context.core->counters.requests_replayed.add();
    return reply_of(context, std::move(**earlier));
  }
  Outcome outcome = outcome_of(context, execute(*intent));
  if (Status kept = replies.finish({client, replay.number}, outcome); !kept) {
    return context.refusal(std::move(kept).error().during("keeping the reply"));
  }
  return reply_of(context, std::move(outcome));
}

}  // namespace strait::server
