// One server, as this process reaches it: the channel, and what its calls need to know. Shared by
// the files on it.
#pragma once

#include <memory>
#include <string>

#include "base/log.h"
#include "client/call_hints.h"
#include "client/client_options.h"
#include "rpc/client/channel.h"
#include "wire/heads.h"

namespace strait::client {

class Session {
 public:
  Session(std::string server, const ClientOptions& options, const wire::Id& client, Log& log);

  const std::string& server() const { return server_; }
  const ClientOptions& options() const { return options_; }
  rpc::Channel& channel() { return channel_; }

 private:
  const std::string server_;
  const ClientOptions options_;
  rpc::Channel channel_;
};

wire::RequestHead request_head(const CallHints& hints);

}  // namespace strait::client
