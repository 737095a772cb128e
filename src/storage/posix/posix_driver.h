// Files of a directory of this host. Names never lead out of it (resolver.h); files are found again
// by the kernel's handles or a database (finder.h); descriptors are kept in an LRU
// (descriptor_cache.h); noncontiguous accesses go through data sieving where it pays
// (transfer.h).
//
// A file that a local program has removed is stale even while we have it open. A file that a local
// program has moved out of the export can be reached by those who hold its object id, as with NFS.
// Other file systems mounted inside the export are refused (cross_device): they need an export of
// their own. Needs /proc.
#pragma once

#include <memory>
#include <mutex>

#include "storage/driver.h"
#include "storage/posix/descriptor_cache.h"
#include "storage/posix/finder.h"
#include "storage/posix/options.h"
#include "storage/posix/pending_names.h"
#include "storage/posix/resolver.h"

namespace strait::storage {

class PosixDriver final : public Driver {
 public:
  static Result<std::unique_ptr<PosixDriver>> create(PosixOptions options);

  const Capability& capability() const noexcept override { return capability_; }
  Result<Entry> lookup(const Name& name, bool follow) override;
  Result<Created> create(const Name& name, bool exclusive,
                         const SetAttributes& attributes) override;
  Result<Entry> make_directory(const Name& name, std::uint32_t mode) override;
  Result<Entry> make_symlink(const Name& name, std::string_view target) override;
  Result<Entry> make_link(const ObjectId& object, const Name& name) override;
  Status remove(const Name& name, const std::optional<ObjectId>& expected) override;
  Status rename(const Name& from, const Name& to, const std::optional<ObjectId>& expected) override;
  Result<Attributes> attributes(const ObjectId& object) override;
  Result<Attributes> set_attributes(const ObjectId& object, const SetAttributes& change) override;
  Result<std::string> read_link(const ObjectId& object) override;
  Result<Listing> list(const ObjectId& directory, std::uint64_t cookie,
                       std::size_t entries_max) override;
  Status resize(const ObjectId& object, std::uint64_t size) override;
  Status allocate(const ObjectId& object, std::uint64_t size) override;
  Result<std::size_t> read(const ObjectId& object, std::span<const Strip> strips, MutableBytes data,
                           const AccessOptions& options) override;
  Status write(const ObjectId& object, std::span<const Strip> strips, ConstBytes data,
               const AccessOptions& options) override;
  Status commit(const ObjectId& object) override;

  // Descriptors open at the moment, for metrics and tests.
  std::size_t open_count() const { return descriptors_.open_count(); }

 private:
  using Lease = DescriptorCache::Lease;
  using Place = Resolver::Place;

  PosixDriver(PosixOptions options, std::unique_ptr<Resolver> resolver, Finder finder);

  Status writable() const;
  // The directory that a name starts from; keeps it open.
  struct Start {
    std::optional<Lease> lease;
    int fd = -1;
  };
  Result<Start> start_of(const Name& name);
  Result<sys::UniqueFd> open(const Name& name, bool follow);
  Result<Place> place_of(const Name& name);
  Result<Place> place_at(int base, std::string_view path);
  // The entry itself, never what a symbolic link leads to.
  Result<sys::UniqueFd> child_of(const Place& place);

  Result<Entry> entry_of(int fd);
  Result<Entry> entry_of(int fd, const sys::FileStatus& status);
  Result<Entry> made(const Place& place);  // of a name that was just made
  Result<sys::UniqueFd> create_file(const Place& place, const SetAttributes& attributes);
  Result<Entry> entry_of_new(sys::UniqueFd fd, const Place& place);
  Status change(int fd, const SetAttributes& change);
  Status check_expected(int fd, const sys::FileStatus& status, std::string_view path,
                        const std::optional<ObjectId>& expected);
  // The name in `directory` is not committed before the directory is synced.
  Status remember_name(const ObjectId& object, int directory);
  Status commit_names(const ObjectId& object);
  void removed(const ObjectId& object, int fd, std::string_view path);

  // A descriptor and the file's status; stale once the file has no name.
  struct Opened {
    Lease lease;
    sys::FileStatus status;
  };
  Result<Opened> acquire(const ObjectId& object, Access need);
  Result<Opened> acquire_file(const ObjectId& object, Access need);

  const PosixOptions options_;
  const Capability capability_;
  const std::unique_ptr<Resolver> resolver_;
  const Finder finder_;
  DescriptorCache descriptors_;
  PendingNames pending_names_;
  std::mutex committing_names_;  // one commit of names at a time
};

}  // namespace strait::storage
