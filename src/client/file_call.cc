#include "client/file_call.h"

namespace strait::client {

std::shared_ptr<LookupQuery> lookup(const RemoteName& name, bool follow, const CallHints& hints,
                                    bool fail_fast) {
  return std::make_shared<LookupQuery>(
      rpc::Call::Traits{.operation = wire::Operation::lookup, .fail_fast = fail_fast},
      fmt::format("looking up \"{}\"", name.url()), hints,
      wire::LookupArgs{.name = wire::PathName{name.export_name, name.path}, .follow = follow});
}

Status StaleRecovery::outcome() {
  auto found = lookup_->take();
  // Only an answer says that it is gone: who could not be asked may still have it.
  if (!found && found.error().kind != ErrorKind::not_found) return std::move(found).error();
  if (!found) {
    return error(ErrorKind::stale, "the file this was opened as is gone from the server ({})",
                 found.error().cause());
  }
  if (found->file != handle_) {
    return error(ErrorKind::stale,
                 "the name now leads to another file than the one that was opened (it was "
                 "replaced, or the server lost "
                 "its state directory); open it again");
  }
  return {};
}

}  // namespace strait::client
