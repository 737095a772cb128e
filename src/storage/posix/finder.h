// From files to object ids and back: the kernel's handles where this process may open by them, else
// the handle database. Whatever way a file is found, it is checked to be the one that was named.
// Thread-safe.
#pragma once

#include <memory>

#include "base/result.h"
#include "storage/posix/handle_database.h"
#include "storage/posix/identity.h"
#include "storage/posix/resolver.h"

namespace strait::storage {

class Finder {
 public:
  static Result<Finder> create(const Resolver& resolver, const PosixOptions& options);

  bool uses_database() const { return database_ != nullptr; }
  HandleDatabase* database() const { return database_.get(); }

  // Names an open file (O_PATH will do). Fails (cross_device) on another file system that is
  // mounted inside the export.
  Result<ObjectId> identify(int fd, const sys::FileStatus& status) const;
  // The same for an entry of a directory; `path` is the directory's in the export, for the
  // database.
  Result<ObjectId> identify_entry(int directory, const std::string& name,
                                  const sys::FileStatus& status, std::string_view path) const;
  // An O_PATH descriptor of the file, or stale.
  Result<sys::UniqueFd> find(const ObjectId& id) const;
  // The database's key of a file, where ids have that form.
  Result<FileKey> key_of(int fd, const sys::FileStatus& status) const;

 private:
  Finder(const Resolver& resolver, std::uint64_t device) : resolver_(&resolver), device_(device) {}
  Result<sys::UniqueFd> find_by_handle(const sys::FileHandle& handle) const;
  Result<sys::UniqueFd> find_by_key(const FileKey& key) const;
  Status check_device(const sys::FileStatus& status) const;

  const Resolver* resolver_;
  std::uint64_t device_;
  std::unique_ptr<HandleDatabase> database_;  // absent where the kernel's handles serve
};

}  // namespace strait::storage
