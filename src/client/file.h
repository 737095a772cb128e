// A file on a server: an opaque handle, and the way there. Copies are cheap and independent;
// nothing is open on the server, so there is nothing to close, and another process can go on with
// the same handle.
//
// Threads: any. Blocking calls drive the connection from the calling thread. An asynchronous
// Operation uses the caller's memory until it is done; `wait` or `cancel`+`wait` before the memory
// goes away.
//
// Durability words are DESIGN's: a write returns when the bytes are at the level asked for
// (written, for data that stays in the caller's memory until then).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>

#include "base/bytes.h"
#include "base/result.h"
#include "client/operation.h"
#include "client/remote_name.h"
#include "layout/type.h"
#include "layout/view.h"
#include "wire/messages.h"

namespace strait::client {

class Session;

// The caller's memory: `size` dense bytes at `base`, or, with `type`, `count` repetitions of it at
// `base`.
struct Memory {
  std::byte* base = nullptr;
  std::uint64_t size = 0;              // bytes of data (for typed memory: count * type size)
  const layout::Type* type = nullptr;  // copied by the call
  std::uint64_t count = 0;

  static Memory dense(void* base, std::uint64_t size);
  static Memory typed(void* base, const layout::Type& type, std::uint64_t count);
};

// A range of a view's stream; what an MPI program reads or writes. MPI-4.0 section 14.3.
struct ViewRange {
  std::shared_ptr<const layout::View> view;
  std::uint64_t displacement = 0;  // bytes; where the view begins in the file
  std::uint64_t offset = 0;        // bytes into the view's stream
  std::uint64_t length = 0;        // bytes of the stream
  bool peer_ships = false;         // another rank brings the layout to the server
};

// Where in the file: extents one after the other, or a range of a view. Extents are copied by the
// call.
using Region = std::variant<Extent, std::span<const Extent>, ViewRange>;

struct AccessFlags {
  bool atomic = false;  // one critical section at the server, answered only when written
  bool sieving =
      true;  // false: the server never reads, modifies and writes back (romio_ds_write=disable)
};

// What travels with a request for the server's log and its planning.
struct CallHints {
  std::uint64_t operation_id = 0;
  std::int32_t rank = -1;
  std::uint64_t collective_number = 0;  // 0: not part of a collective
  std::uint32_t collective_ranks = 0;
};

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

  Result<wire::Attributes> attributes(const CallHints& hints = {}) const;
  Result<wire::Attributes> set_attributes(const wire::SetAttributes& change,
                                          const CallHints& hints = {}) const;
  Status resize(std::uint64_t size, const CallHints& hints = {}) const;
  // Reserves space up to `size` bytes; never shrinks (MPI_File_preallocate).
  Status allocate(std::uint64_t size, const CallHints& hints = {}) const;
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
