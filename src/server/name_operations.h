// The operations on names: LOOKUP, CREATE, MKDIR, SYMLINK, LINK, REMOVE, RENAME. Each is executed
// by the thread that calls it and may block on the medium.
#pragma once

#include "server/context.h"
#include "wire/messages.h"

namespace strait::server {

rpc::Piece lookup(Context& context, const wire::LookupArgs& args);
rpc::Piece create(Context& context, const wire::CreateArgs& args);
rpc::Piece make_directory(Context& context, const wire::MkdirArgs& args);
rpc::Piece make_symlink(Context& context, const wire::SymlinkArgs& args);
rpc::Piece make_link(Context& context, const wire::LinkArgs& args);
rpc::Piece remove(Context& context, const wire::RemoveArgs& args);
rpc::Piece rename(Context& context, const wire::RenameArgs& args);

// The results that name a file by its entry.
wire::EntryResults entry_results(const Core& core, const Export& of, const storage::Entry& entry);

}  // namespace strait::server
