#include "server/once.h"

namespace strait::server {

rpc::Piece reply_of(const Context& context, Outcome outcome) {
  const wire::ReplyHead now = context.head();
  outcome.head.process_verifier = now.process_verifier;
  outcome.head.host_verifier = now.host_verifier;
  outcome.head.written_up_to = now.written_up_to;
  rpc::Piece piece;
  if (auto body = wire::encode(outcome.head)) {
    piece.body = std::move(*body);
    piece.body.insert(piece.body.end(), outcome.results.begin(), outcome.results.end());
  }
  return piece;
}

}  // namespace strait::server
