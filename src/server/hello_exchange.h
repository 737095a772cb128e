// HELLO: answered when nothing of the client's earlier connections runs any more.
#pragma once

#include "server/context.h"
#include "wire/hello.h"

namespace strait::server {

class HelloExchange final : public rpc::Exchange {
 public:
  // `context.client` has accepted the epoch.
  HelloExchange(Context&& context, const wire::HelloArgs& args);

  bool ready() override { return context_.client->only(epoch_); }
  bool wants_payload() const override { return false; }
  rpc::Piece next(MutableBytes room) override;
  rpc::Piece cancelled() override { return context_.refusal(cancelled_error()); }

 private:
  Context context_;
  const std::uint64_t epoch_;
  const wire::Limits peer_limits_;
  const bool checksums_;
};

// Whether we can talk to a client that says this. Error: incompatible.
Status acceptable(const wire::HelloArgs& args);

}  // namespace strait::server
