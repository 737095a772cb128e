// Makes the 32-byte handles that clients hold, and recognises them: export (2 bytes), object (18),
// and a MAC over both (12), so that nobody makes a handle by hand. The key lives as long as the
// state directory; handles made under another key are refused. Immutable; any thread.
#pragma once

#include "base/result.h"
#include "server/file_key.h"
#include "server/siphash.h"
#include "wire/heads.h"

namespace strait::server {

class HandleSeal {
 public:
  explicit HandleSeal(const SipKey& key) : key_(key) {}

  wire::Handle seal(const FileKey& file) const;
  // bad_handle.
  Result<FileKey> open(const wire::Handle& handle) const;

 private:
  SipKey key_;
};

}  // namespace strait::server
