#include "storage/posix/finder.h"

#include <fcntl.h>

#include <algorithm>

namespace strait::storage {
namespace {

Error gone() { return error(ErrorKind::stale, "the file is gone, or cannot be found by handle"); }

bool same(const sys::FileHandle& a, const sys::FileHandle& b) {
  return a.type == b.type && a.length == b.length &&
         std::equal(a.bytes.begin(), a.bytes.begin() + a.length, b.bytes.begin());
}

// May this process open by handle here, and does the handle fit? Asked by doing it.
Status probe_kernel_handles(int root) {
  STRAIT_ASSIGN(const sys::FileHandle handle, sys::handle_of(root));
  if (!id_of(handle)) {
    return error(ErrorKind::unsupported, "the kernel's handles have {} bytes here", handle.length);
  }
  STRAIT_TRY(sys::open_by_handle(root, handle, O_PATH));
  return {};
}

}  // namespace

Result<Finder> Finder::create(const Resolver& resolver, const PosixOptions& options) {
  STRAIT_ASSIGN(const sys::FileStatus root, sys::status_of(resolver.root()));
  Finder made(resolver, root.device);
  bool database = options.handles == Handles::database;
  if (!database) {
    if (Status probed = probe_kernel_handles(resolver.root()); !probed) {
      if (options.handles == Handles::kernel) {
        Error failure = std::move(probed).error().during("finding files by the kernel's handles");
        failure.kind = ErrorKind::unsupported;
        return failure;
      }
      database = true;
    }
  }
  if (database) {
    STRAIT_ASSIGN(made.database_, open_handle_database(options.handle_database));
  }
  return made;
}

Status Finder::check_device(const sys::FileStatus& status) const {
  if (status.device == device_) return {};
  return error(ErrorKind::cross_device,
               "another file system is mounted here: it needs an export of its own");
}

Result<FileKey> Finder::key_of(int fd, const sys::FileStatus& status) const {
  FileKey key{status.inode, 0};
  if (status.born) {
    key.birth = static_cast<std::uint64_t>(status.born->tv_sec) * 1'000'000'000 +
                static_cast<std::uint64_t>(status.born->tv_nsec);
    return key;
  }
  // The generation can only be asked of what is really open; special files are not opened for it.
  const ObjectKind kind = kind_of_mode(status.mode);
  if (kind == ObjectKind::file || kind == ObjectKind::directory) {
    if (const auto opened = sys::reopen(fd, O_RDONLY | O_NONBLOCK)) {
      key.birth = sys::generation_of(opened->get()).value_or(0);
    }
  }
  return key;
}

Result<ObjectId> Finder::identify(int fd, const sys::FileStatus& status) const {
  STRAIT_TRY(check_device(status));
  if (!database_) {
    STRAIT_ASSIGN(const sys::FileHandle handle, sys::handle_of(fd));
    if (const auto id = id_of(handle)) return *id;
    return error(ErrorKind::unsupported, "the kernel's handle has {} bytes", handle.length);
  }
  STRAIT_ASSIGN(const FileKey key, key_of(fd, status));
  STRAIT_ASSIGN(const std::string path, resolver_->path_in_export(fd));
  STRAIT_TRY(database_->put(key, path));
  return id_of(key);
}

Result<ObjectId> Finder::identify_entry(int directory, const std::string& name,
                                        const sys::FileStatus& status,
                                        std::string_view path) const {
  STRAIT_TRY(check_device(status));
  if (!database_) {
    STRAIT_ASSIGN(const sys::FileHandle handle, sys::handle_at(directory, name));
    if (const auto id = id_of(handle)) return *id;
    return error(ErrorKind::unsupported, "the kernel's handle has {} bytes", handle.length);
  }
  FileKey key{status.inode, 0};
  if (status.born) {
    STRAIT_ASSIGN(key, key_of(-1, status));
  } else {
    STRAIT_ASSIGN(const sys::UniqueFd fd, sys::open_at(directory, name, O_PATH | O_NOFOLLOW));
    STRAIT_ASSIGN(key, key_of(fd.get(), status));
  }
  STRAIT_TRY(database_->put(key, path.empty() ? name : fmt::format("{}/{}", path, name)));
  return id_of(key);
}

Result<sys::UniqueFd> Finder::find(const ObjectId& id) const {
  if (const auto handle = handle_in(id); handle && !database_) return find_by_handle(*handle);
  if (const auto key = key_in(id); key && database_) return find_by_key(*key);
  if (handle_in(id) || key_in(id)) {
    return error(ErrorKind::stale, "the export finds its files in another way now");
  }
  return error(ErrorKind::bad_handle, "an object id that the posix driver did not make");
}

Result<sys::UniqueFd> Finder::find_by_handle(const sys::FileHandle& handle) const {
  auto fd = sys::open_by_handle(resolver_->root(), handle, O_PATH | O_NOFOLLOW);
  if (!fd) {
    if (fd.error().kind == ErrorKind::not_found) return gone();
    return fd;
  }
  STRAIT_ASSIGN(const sys::FileHandle found, sys::handle_of(fd->get()));
  if (!same(found, handle)) return gone();
  STRAIT_ASSIGN(const sys::FileStatus status, sys::status_of(fd->get()));
  if (status.links == 0) return gone();
  return fd;
}

Result<sys::UniqueFd> Finder::find_by_key(const FileKey& key) const {
  STRAIT_ASSIGN(const auto path, database_->find(key));
  if (!path) return gone();
  auto fd = resolver_->open(resolver_->root(), *path, false);
  if (!fd) {
    // A lack of descriptors says nothing about the file.
    if (fd.error().kind == ErrorKind::exhausted || fd.error().kind == ErrorKind::io) return fd;
    return gone();
  }
  STRAIT_ASSIGN(const sys::FileStatus status, sys::status_of(fd->get()));
  STRAIT_TRY(check_device(status));
  STRAIT_ASSIGN(const FileKey found, key_of(fd->get(), status));
  if (found != key || status.links == 0) return gone();
  return fd;
}

}  // namespace strait::storage
