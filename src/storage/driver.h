// The contract of a storage driver: files of one export, named by object ids. Calls are synchronous
// and may block on the medium; the server calls them from its pools of threads, any number at a
// time, also on one file. Data calls are positional and exact: they move everything or fail, and a
// short read means end of file and nothing else.
//
// Durability: when `write` returns, the bytes are *written* (they survive this process); when
// `commit` returns they are *committed* (they survive the host), directory entry included. A failed
// write-back is reported by every `commit` that could have covered it, once to each writer, and is
// never forgotten before.
//
// Decorators (delay, error, trace) are Drivers over a Driver: one concern each, everything else
// forwarded.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "base/strip.h"
#include "storage/object.h"

namespace strait::storage {

// What a driver can do, as data. Callers branch on these, never on the driver's type.
struct Capability {
  std::string name;            // "posix"
  bool persistent = true;      // files outlive the process
  bool stable_handles = true;  // object ids survive a restart of the process
  bool name_space = true;      // directories, rename, links and symbolic links
  bool stores_data = true;     // what is written can be read again (false: `null`)
  bool read_only = false;
  bool shared_locks = false;     // byte-range locks that other programs on this host see
  std::uint64_t name_max = 255;  // bytes of a component
};

// How a data access is made. Defaults are the fast way.
struct AccessOptions {
  bool atomic = false;  // the whole access is one critical section against other atomic accesses
  bool sieving = true;  // false: never read, modify and write back what no client sent
                        // (romio_ds_write=disable)
};

struct Listing {
  std::vector<DirectoryEntry> entries;
  bool end = false;  // nothing follows the last entry
};

class Driver {
 public:
  virtual ~Driver() = default;
  virtual const Capability& capability() const noexcept = 0;

  // ---- Names. `path` is relative to the export's root, components divided by '/', empty for the
  // root itself; "..", absolute paths and symbolic links never lead out of the export
  // (permission_denied). Errors are those of POSIX. A (parent, component) name is `parent` with a
  // path of one component; `parent` absent means the root.
  struct Name {
    std::optional<ObjectId> parent;
    std::string_view path;
  };
  virtual Result<Entry> lookup(const Name& name, bool follow) = 0;
  struct Created {
    Entry entry;
    bool created = false;
  };
  // An existing regular file is success with created=false unless `exclusive` (exists).
  virtual Result<Created> create(const Name& name, bool exclusive,
                                 const SetAttributes& attributes) = 0;
  virtual Result<Entry> make_directory(const Name& name, std::uint32_t mode) = 0;
  virtual Result<Entry> make_symlink(const Name& name, std::string_view target) = 0;
  virtual Result<Entry> make_link(const ObjectId& object, const Name& name) = 0;
  // Files, symbolic links and empty directories. With `expected`, only if the name leads to that
  // object (stale).
  virtual Status remove(const Name& name, const std::optional<ObjectId>& expected) = 0;
  virtual Status rename(const Name& from, const Name& to,
                        const std::optional<ObjectId>& expected) = 0;

  // ---- Objects.
  virtual Result<Attributes> attributes(const ObjectId& object) = 0;
  virtual Result<Attributes> set_attributes(const ObjectId& object,
                                            const SetAttributes& change) = 0;
  virtual Result<std::string> read_link(const ObjectId& object) = 0;
  virtual Result<Listing> list(const ObjectId& directory, std::uint64_t cookie,
                               std::size_t entries_max) = 0;
  virtual Status resize(const ObjectId& object, std::uint64_t size) = 0;
  // Reserves space so that the file has at least `size` bytes; never shrinks it
  // (MPI_File_preallocate).
  virtual Status allocate(const ObjectId& object, std::uint64_t size) = 0;

  // ---- Data, at the rows of `strips`, in their order, whatever it is. `data` holds the rows'
  // bytes one after the other, densely; its size is the sum of their lengths. Strips do not
  // descend. Reads fill `data` in order and return how many bytes it now holds: fewer than asked
  // only where a row reached the end of the file. Bytes of holes read as zero.
  virtual Result<std::size_t> read(const ObjectId& object, std::span<const Strip> strips,
                                   MutableBytes data, const AccessOptions& options) = 0;
  // Everything or an error; after an error any part may have been written.
  virtual Status write(const ObjectId& object, std::span<const Strip> strips, ConstBytes data,
                       const AccessOptions& options) = 0;
  // Everything that `write` returned for before this call is committed.
  virtual Status commit(const ObjectId& object) = 0;
};

}  // namespace strait::storage
