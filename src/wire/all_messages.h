// The list of all messages that a body can hold, by their names in protocol/strait.x: for tests and
// fuzzers that try each of them.
#pragma once

#include "wire/messages.h"

namespace strait::wire {

// Calls f.template operator()<Message>("name") for each.
template <class F>
void for_each_message(F f) {
  f.template operator()<RequestHead>("request_head");
  f.template operator()<ReplyHead>("reply_head");
  f.template operator()<HelloArgs>("hello_args");
  f.template operator()<HelloResults>("hello_results");
  f.template operator()<CancelArgs>("cancel_args");
  f.template operator()<EntryResults>("entry_results");
  f.template operator()<LookupArgs>("lookup_args");
  f.template operator()<CreateArgs>("create_args");
  f.template operator()<CreateResults>("create_results");
  f.template operator()<GetattrArgs>("getattr_args");
  f.template operator()<GetattrResults>("getattr_results");
  f.template operator()<SetattrArgs>("setattr_args");
  f.template operator()<RemoveArgs>("remove_args");
  f.template operator()<RenameArgs>("rename_args");
  f.template operator()<LinkArgs>("link_args");
  f.template operator()<SymlinkArgs>("symlink_args");
  f.template operator()<MkdirArgs>("mkdir_args");
  f.template operator()<ReadlinkArgs>("readlink_args");
  f.template operator()<ReadlinkResults>("readlink_results");
  f.template operator()<ReaddirArgs>("readdir_args");
  f.template operator()<ReaddirResults>("readdir_results");
  f.template operator()<ResizeArgs>("resize_args");
  f.template operator()<ReadArgs>("read_args");
  f.template operator()<ReadResults>("read_results");
  f.template operator()<WriteArgs>("write_args");
  f.template operator()<WriteResults>("write_results");
  f.template operator()<CommitArgs>("commit_args");
  f.template operator()<PrefetchArgs>("prefetch_args");
  f.template operator()<FetchAddArgs>("fetch_add_args");
  f.template operator()<FetchAddResults>("fetch_add_results");
  f.template operator()<LockArgs>("lock_args");
  f.template operator()<LockResults>("lock_results");
  f.template operator()<UnlockArgs>("unlock_args");
}

}  // namespace strait::wire
