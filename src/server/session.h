// One connection's requests: decodes them and makes the Exchange that each one is. The first is
// HELLO, which ties the connection to its client.
//
// Used by the connection's thread.
#pragma once

#include <memory>
#include <string>

#include "server/context.h"
#include "wire/hello.h"

namespace strait::server {

class Session final : public rpc::Session {
 public:
  Session(std::shared_ptr<Core> core, std::weak_ptr<rpc::Peer> peer);
  ~Session() override;

  std::unique_ptr<rpc::Exchange> begin(const rpc::Request& request) override;

 private:
  std::unique_ptr<rpc::Exchange> hello(const rpc::Request& request);
  std::unique_ptr<rpc::Exchange> dispatch(const rpc::Request& request, Context&& context);
  template <class Args, class Make>
  std::unique_ptr<rpc::Exchange> decoded(const rpc::Request& request, Context&& context, Make make);
  template <class Args>
  std::unique_ptr<rpc::Exchange> plain(const rpc::Request& request, Context&& context,
                                       rpc::Piece (*execute)(Context&, const Args&),
                                       bool slow = false);
  // With a handle whose file the operation is about.
  template <class Args, class Make>
  std::unique_ptr<rpc::Exchange> on_file(const rpc::Request& request, Context&& context, Make make);

  const std::shared_ptr<Core> core_;
  const std::weak_ptr<rpc::Peer> peer_;
  const std::shared_ptr<const std::string> name_;
  std::shared_ptr<ClientState> client_;
  std::uint64_t epoch_ = 0;
  wire::Limits peer_limits_;
};

}  // namespace strait::server
