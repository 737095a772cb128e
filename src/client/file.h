// A file on a server: an opaque handle, and the way there. Copies are cheap and independent;
// nothing is open on the server, so there is nothing to close, and another process can go on with
// the same handle.
//
// Threads: any. Blocking calls drive the connection from the calling thread. An asynchronous
// Operation uses the caller's memory until it is done; `wait` or `cancel`+`wait` before the memory
// goes away.
//
// Durability words are the protocol's: a write returns when the bytes are at the level asked for
// (written, for data that stays in the caller's memory until then).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>

#include "base/bytes.h"
#include "base/result.h"
#include "client/access_flags.h"
#include "client/call_hints.h"
#include "client/memory.h"
#include "client/operation.h"
#include "client/region.h"
#include "client/remote_name.h"
#include "layout/type.h"
#include "layout/view.h"
#include "wire/messages.h"

namespace strait::client {

class Session;
class File {
 public:
  File(std::shared_ptr<Session> session, RemoteName name, wire::Handle handle);

  const RemoteName& name() const { return name_; }
  const wire::Handle& handle() const { return handle_; }

  // Reads into / writes from memory. The region's and the memory's sizes must agree. A read that
  // meets the end of the file transfers less (Transfer::count).
  Operation start_read(const Region& region, const Memory& memory, const CallHints& hints = {},
                       const AccessFlags& flags = {}) const;
  Operation start_write(const Region& region, const Memory& memory, const CallHints& hints = {},
                        const AccessFlags& flags = {},
                        wire::Durability wanted = wire::Durability::written) const;
  Result<Transfer> read(const Region& region, const Memory& memory, const CallHints& hints = {},
                        const AccessFlags& flags = {}) const;
  Result<Transfer> write(const Region& region, const Memory& memory, const CallHints& hints = {},
                         const AccessFlags& flags = {},
                         wire::Durability wanted = wire::Durability::written) const;

  // A name for a shared file pointer of this file, for all processes that are told it. Only after
  // the server has answered something.
  wire::Id new_instance() const;
  // Moves a shared file pointer by so many etypes, and tells where it was.
  Result<std::uint64_t> move(const std::shared_ptr<SharedPointer>& pointer, std::int64_t by,
                             const CallHints& hints = {}) const;
  // Nobody will use it any more.
  Status drop(const std::shared_ptr<SharedPointer>& pointer, const CallHints& hints = {}) const;

  Result<wire::Attributes> attributes(const CallHints& hints = {}) const;
  Result<wire::Attributes> set_attributes(const wire::SetAttributes& change,
                                          const CallHints& hints = {}) const;
  Status resize(std::uint64_t size, const CallHints& hints = {}) const;
  // Reserves space up to `size` bytes; never shrinks (MPI_File_preallocate).
  Status allocate(std::uint64_t size, const CallHints& hints = {}) const;
  // Whether this process wrote something that no commit has covered, so that `commit` has something
  // to do or to report.
  bool commit_matters() const;
  // Everything this client wrote to the file is at `level`, or the error that prevented it (also
  // one that happened since the last commit: a failed write-back, a host that restarted before data
  // was committed).
  Status commit(wire::Durability level, const CallHints& hints = {}) const;

 private:
  std::shared_ptr<Session> session_;
  RemoteName name_;
  wire::Handle handle_;
};

}  // namespace strait::client
