#include "client/session.h"

#include <atomic>

#include "sys/random.h"
#include "transport/tcp/transport.h"
#include "transport/unix/transport.h"

namespace strait::client {
namespace {

rpc::CoreOptions core_options(const std::string& server, const ClientOptions& options,
                              const wire::Id& client) {
  rpc::CoreOptions core;
  core.timeout = options.timeout;
  core.window_requests = options.window_requests;
  core.window_bytes = options.window_bytes;
  core.checksums = options.checksums;
  core.client = client;
  core.software = options.software;
  core.server = server;
  core.voice = options.voice;
  return core;
}

Result<std::unique_ptr<transport::Connection>> connect_to(const std::string& server,
                                                          Instant deadline,
                                                          const std::atomic<bool>& stop) {
  if (server.starts_with("unix:")) {
    return transport::UnixTransport(nullptr, &stop).connect(server, deadline);
  }
  return transport::TcpTransport(nullptr, &stop).connect(server, deadline);
}

}  // namespace

Session::Session(std::string server, const ClientOptions& options, const wire::Id& client, Log& log)
    : server_(std::move(server)),
      options_(options),
      channel_(
          [this](Instant deadline, const std::atomic<bool>& stop) {
            return connect_to(server_, deadline, stop);
          },
          core_options(server_, options, client), std::make_unique<sys::SystemRandom>(), log) {}

wire::RequestHead request_head(const CallHints& hints) {
  wire::RequestHead head;
  head.operation_id = hints.operation_id;
  head.rank = hints.rank;
  head.collective_number = hints.collective_number;
  head.collective_ranks = hints.collective_ranks;
  for (const auto& [key, value] : hints.more) head.hints.push_back({key, value});
  return head;
}

}  // namespace strait::client
