#include "server/context.h"

namespace strait::server {
namespace {

// Failures that say something about this server's health, not about what was asked of it.
bool concerns_the_operator(ErrorKind kind) {
  return kind == ErrorKind::io || kind == ErrorKind::no_space ||
         kind == ErrorKind::quota_exceeded || kind == ErrorKind::exhausted ||
         kind == ErrorKind::internal;
}

}  // namespace

wire::ReplyHead Context::head() const {
  wire::ReplyHead head;
  head.process_verifier = core->verifiers.process();
  head.host_verifier = core->verifiers.host();
  if (client && file) head.written_up_to = client->written_up_to(*file);
  return head;
}

wire::ReplyHead Context::failure(Error error) const {
  core->counters.requests_failed.add();
  const LogLevel level = concerns_the_operator(error.kind) ? LogLevel::warning : LogLevel::debug;
  if (core->log.enabled(level)) {
    core->log.write(level, "request failed",
                    {{"operation", wire::operation_name(operation)},
                     {"peer", *peer},
                     {"error", to_string(error)}});
  }
  wire::ReplyHead failed = head();
  wire::set_error(failed, error);
  return failed;
}

rpc::Piece Context::refusal(Error error) const {
  rpc::Piece piece;
  if (auto body = wire::encode(failure(std::move(error)))) piece.body = std::move(*body);
  return piece;
}

rpc::Piece Context::answer(const Status& status) const {
  if (!status) return refusal(status.error());
  rpc::Piece piece;
  if (auto body = wire::encode(head())) piece.body = std::move(*body);
  return piece;
}

Error cancelled_error() { return error(ErrorKind::cancelled, "given up on the client's request"); }

}  // namespace strait::server
