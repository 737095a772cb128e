#include "server/session.h"

#include <utility>

#include "server/file_operations.h"
#include "server/hello_exchange.h"
#include "server/name_operations.h"
#include "server/read_exchange.h"
#include "server/write_exchange.h"

namespace strait::server {
namespace {

using wire::Operation;
using MadeExchange = std::unique_ptr<rpc::Exchange>;

// The arguments of an operation that has none.
struct Nothing {
  static void describe(auto&, auto&) {}
};

// Answers with that error; `end`: and the connection ends.
MadeExchange refuse(Context&& context, Error error, bool end = false) {
  return plain_exchange(std::move(context), [error = std::move(error), end](Context& refused) {
    rpc::Piece piece = refused.refusal(error);
    if (end) piece.end = error.what;
    return piece;
  });
}

std::string describe(const std::weak_ptr<rpc::Peer>& peer) {
  const auto alive = peer.lock();
  return alive ? alive->describe() : std::string();
}

}  // namespace

Session::Session(std::shared_ptr<Core> core, std::weak_ptr<rpc::Peer> peer)
    : core_(std::move(core)),
      peer_(std::move(peer)),
      name_(std::make_shared<const std::string>(server::describe(peer_))) {}

Session::~Session() {
  if (client_) client_->disconnect(epoch_, core_->clock.now());
}

MadeExchange Session::begin(const rpc::Request& request) {
  const Operation operation = request.header.operation;
  core_->counters.count(operation);
  if (operation == Operation::hello) return hello(request);
  Context context{.core = core_,
                  .client = client_,
                  .ticket = client_->enter(epoch_),
                  .operation = operation,
                  .peer = name_,
                  .file = std::nullopt};
  if (!context.ticket) {
    return refuse(std::move(context),
                  Error{ErrorKind::stale, Retry::reconnect, 0, "the client has a newer connection"},
                  true);
  }
  return dispatch(request, std::move(context));
}

MadeExchange Session::hello(const rpc::Request& request) {
  Context context{.core = core_,
                  .client = nullptr,
                  .ticket = {},
                  .operation = Operation::hello,
                  .peer = name_,
                  .file = std::nullopt};
  wire::XdrDecoder decoder(request.body);
  const auto head = decoder.take<wire::RequestHead>();
  const auto args = decoder.take<wire::HelloArgs>();
  if (Status whole = decoder.finish(); !whole || !head || !args) {
    return refuse(std::move(context), std::move(whole).error(), true);
  }
  if (Status fit = acceptable(*args); !fit) {
    return refuse(std::move(context), std::move(fit).error(), true);
  }
  auto client = core_->clients.get(args->client, core_->clock.now());
  if (!client) return refuse(std::move(context), std::move(client).error(), true);
  if (!(*client)->claim(args->epoch, peer_)) {
    return refuse(
        std::move(context),
        error(ErrorKind::invalid_argument, "epoch {} is not newer than the last one", args->epoch),
        true);
  }
  client_ = std::move(*client);
  epoch_ = args->epoch;
  peer_limits_ = args->limits;
  core_->log.info("client connected",
                  {{"peer", *name_}, {"software", args->software}, {"epoch", epoch_}});
  context.client = client_;
  return std::make_unique<HelloExchange>(std::move(context), *args);
}

template <class Args, class Make>
MadeExchange Session::decoded(const rpc::Request& request, Context&& context, Make make) {
  wire::XdrDecoder decoder(request.body);
  const auto head = decoder.take<wire::RequestHead>();
  auto args = decoder.take<Args>();
  if (Status whole = decoder.finish(); !whole || !head || !args) {
    return refuse(std::move(context), std::move(whole).error(), true);
  }
  if (head->origin) {
    // Behind a forwarder: sequence numbers and replies are kept for the client that it stands for.
    auto client = core_->clients.get(*head->origin, core_->clock.now());
    if (!client) return refuse(std::move(context), std::move(client).error());
    context.client = std::move(*client);
  }
  return make(std::move(context), std::move(*args));
}

template <class Args>
MadeExchange Session::plain(const rpc::Request& request, Context&& context,
                            rpc::Piece (*execute)(Context&, const Args&), bool slow) {
  return decoded<Args>(request, std::move(context), [&](Context&& own, Args&& args) {
    return plain_exchange(
        std::move(own),
        [execute, args = std::move(args)](Context& at) { return execute(at, args); }, slow);
  });
}

template <class Args, class Make>
MadeExchange Session::on_file(const rpc::Request& request, Context&& context, Make make) {
  return decoded<Args>(request, std::move(context),
                       [&](Context&& own, Args&& args) -> MadeExchange {
                         Result<Core::File> file = core_->file(args.file);
                         if (!file) return refuse(std::move(own), std::move(file).error());
                         own.file = file->key;
                         return make(std::move(own), *file, std::move(args));
                       });
}

MadeExchange Session::dispatch(const rpc::Request& request, Context&& context) {
  switch (request.header.operation) {
    case Operation::null:
      return decoded<Nothing>(request, std::move(context), [](Context&& own, Nothing&&) {
        return plain_exchange(std::move(own), [](Context& at) { return at.answer(Status()); });
      });
    case Operation::cancel:
      return plain<wire::CancelArgs>(
          request, std::move(context),
          [](Context& at, const wire::CancelArgs&) { return at.answer(Status()); });
    case Operation::lookup:
      return plain<wire::LookupArgs>(request, std::move(context), lookup);
    case Operation::create:
      return plain<wire::CreateArgs>(request, std::move(context), create);
    case Operation::getattr:
      return plain<wire::GetattrArgs>(request, std::move(context), get_attributes);
    case Operation::setattr:
      return plain<wire::SetattrArgs>(request, std::move(context), set_attributes);
    case Operation::remove:
      return plain<wire::RemoveArgs>(request, std::move(context), remove);
    case Operation::rename:
      return plain<wire::RenameArgs>(request, std::move(context), rename);
    case Operation::link:
      return plain<wire::LinkArgs>(request, std::move(context), make_link);
    case Operation::symlink:
      return plain<wire::SymlinkArgs>(request, std::move(context), make_symlink);
    case Operation::readlink:
      return plain<wire::ReadlinkArgs>(request, std::move(context), read_link);
    case Operation::mkdir:
      return plain<wire::MkdirArgs>(request, std::move(context), make_directory);
    case Operation::resize:
      return plain<wire::ResizeArgs>(request, std::move(context), resize);
    case Operation::fetch_add:
      return plain<wire::FetchAddArgs>(request, std::move(context), fetch_add);
    case Operation::readdir:
      return decoded<wire::ReaddirArgs>(
          request, std::move(context), [&](Context&& own, wire::ReaddirArgs&& args) {
            return plain_exchange(
                std::move(own),
                [args, body_max = peer_limits_.body_max](Context& at) {
                  return read_directory(at, args, body_max);
                },
                true);
          });
    case Operation::read:
      return on_file<wire::ReadArgs>(
          request, std::move(context), [&](Context&& own, Core::File file, wire::ReadArgs&& args) {
            return std::make_unique<ReadExchange>(std::move(own), file, std::move(args), peer_);
          });
    case Operation::write:
      return on_file<wire::WriteArgs>(
          request, std::move(context), [&](Context&& own, Core::File file, wire::WriteArgs&& args) {
            return std::make_unique<WriteExchange>(std::move(own), file, std::move(args),
                                                   request.header.payload_length, peer_);
          });
    case Operation::commit:
      return on_file<wire::CommitArgs>(
          request, std::move(context),
          [&](Context&& own, Core::File file, wire::CommitArgs&& args) {
            return std::make_unique<CommitExchange>(std::move(own), file, args, peer_);
          });
    default:
      break;
  }
  const bool known = wire::is_known(request.header.operation);
  return refuse(std::move(context),
                known ? error(ErrorKind::unsupported, "{} is not offered yet",
                              wire::operation_name(request.header.operation))
                      : error(ErrorKind::unknown_operation, "there is no operation {}",
                              static_cast<std::uint32_t>(request.header.operation)));
}

}  // namespace strait::server
