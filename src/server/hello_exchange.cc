#include "server/hello_exchange.h"

namespace strait::server {

Status acceptable(const wire::HelloArgs& args) {
  if (args.version_min > wire::kProtocolVersion || args.version_max < wire::kProtocolVersion) {
    return error(ErrorKind::incompatible,
                 "the client speaks versions {} to {} of the protocol, the server version {}",
                 args.version_min, args.version_max, wire::kProtocolVersion);
  }
  return wire::check(args.limits);
}

HelloExchange::HelloExchange(Context&& context, const wire::HelloArgs& args)
    : context_(std::move(context)),
      epoch_(args.epoch),
      peer_limits_(args.limits),
      checksums_((args.features & wire::kFeatureChecksums) != 0) {}

rpc::Piece HelloExchange::next(MutableBytes) {
  const Core& core = *context_.core;
  rpc::Piece piece = context_.answer(
      Result<wire::HelloResults>({.chosen_version = wire::kProtocolVersion,
                                  .features = checksums_ ? wire::kFeatureChecksums : 0,
                                  .limits = core.limits,
                                  .server = core.id,
                                  .software = core.software}));
  piece.agreement = {.own = core.limits, .peer = peer_limits_, .checksums = checksums_};
  return piece;
}

}  // namespace strait::server
