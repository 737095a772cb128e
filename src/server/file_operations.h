// The operations on files by handle that move no data: GETATTR, SETATTR, READLINK, READDIR, RESIZE,
// COMMIT. Each is executed by the thread that calls it and may block on the medium.
#pragma once

#include "server/context.h"
#include "wire/messages.h"

namespace strait::server {

rpc::Piece get_attributes(Context& context, const wire::GetattrArgs& args);
rpc::Piece set_attributes(Context& context, const wire::SetattrArgs& args);
rpc::Piece read_link(Context& context, const wire::ReadlinkArgs& args);
// `body_max`: what the peer takes; a listing that would be longer is cut.
rpc::Piece read_directory(Context& context, const wire::ReaddirArgs& args, std::size_t body_max);
rpc::Piece resize(Context& context, const wire::ResizeArgs& args);
rpc::Piece fetch_add(Context& context, const wire::FetchAddArgs& args);

// COMMIT covers every WRITE of its client that came before it, also those that are still under way.
class CommitExchange final : public rpc::Exchange {
 public:
  CommitExchange(Context&& context, Core::File file, const wire::CommitArgs& args,
                 std::weak_ptr<rpc::Peer> peer);

  bool ready() override;
  bool wants_payload() const override { return false; }
  bool slow() const override { return true; }
  rpc::Piece next(MutableBytes room) override;
  rpc::Piece cancelled() override { return context_.refusal(cancelled_error()); }

 private:
  Context context_;
  const Core::File file_;
  const wire::Durability level_;
  const std::uint64_t writes_before_;
  const std::weak_ptr<rpc::Peer> peer_;
};

}  // namespace strait::server
