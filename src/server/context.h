// One request as its operation sees it: whose it is, on which file, and how it is answered. Held by
// the request's Exchange; used by one thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "rpc/server/service.h"
#include "server/core.h"
#include "wire/heads.h"
#include "wire/xdr.h"

namespace strait::server {

struct Context {
  std::shared_ptr<Core> core;
  std::shared_ptr<ClientState> client;
  ClientState::Ticket ticket;
  wire::Operation operation{};
  std::shared_ptr<const std::string> peer;  // for the log
  std::optional<FileKey> file;              // whose written_up_to the reply tells

  wire::ReplyHead head() const;
  // The outcome of a request that failed; also logs what an operator should see.
  wire::ReplyHead failure(Error error) const;

  template <class Results>
  rpc::Piece answer(const Result<Results>& results) const {
    if (!results) return refusal(results.error());
    auto body = wire::encode(head(), *results);
    if (!body) return refusal(std::move(body).error());
    rpc::Piece piece;
    piece.body = std::move(*body);
    return piece;
  }
  rpc::Piece answer(const Status& status) const;
  rpc::Piece refusal(Error error) const;
};

// "given up on the client's request", for requests that are cancelled before they ran.
Error cancelled_error();

// A request that is executed in one go, by `execute(Context&)`, which gives its Piece.
template <class Execute>
class PlainExchange final : public rpc::Exchange {
 public:
  PlainExchange(Context&& context, Execute execute, bool slow)
      : context_(std::move(context)), execute_(std::move(execute)), slow_(slow) {}

  bool wants_payload() const override { return false; }
  bool slow() const override { return slow_; }
  rpc::Piece next(MutableBytes) override { return execute_(context_); }
  rpc::Piece cancelled() override { return context_.refusal(cancelled_error()); }

 private:
  Context context_;
  Execute execute_;
  const bool slow_;
};

template <class Execute>
std::unique_ptr<rpc::Exchange> plain_exchange(Context&& context, Execute execute,
                                              bool slow = false) {
  return std::make_unique<PlainExchange<Execute>>(std::move(context), std::move(execute), slow);
}

}  // namespace strait::server
