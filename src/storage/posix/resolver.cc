#include "storage/posix/resolver.h"

#include <fcntl.h>

#include <cerrno>

#include "storage/names.h"
#include "sys/file.h"

namespace strait::storage {

Result<Resolver> Resolver::create(const std::string& root, Resolution resolution) {
  // Not O_PATH: opening by handle wants a descriptor that is really open.
  auto fd = sys::open_at(AT_FDCWD, root, O_RDONLY | O_DIRECTORY);
  if (!fd) return std::move(fd).error().during("exporting");
  bool walk = resolution == Resolution::walk;
  if (!walk) {
    const auto probe = sys::open_beneath(fd->get(), ".", O_PATH | O_DIRECTORY);
    if (!probe && resolution == Resolution::openat2) {
      return Error(probe.error()).during("resolving names by openat2");
    }
    walk = !probe;
  }
  return Resolver(std::move(*fd), walk);
}

Result<sys::UniqueFd> Resolver::open_beneath(int base, std::string_view path, bool follow) const {
  if (path.empty()) path = ".";
  if (walk_) return walk_beneath(base, path, follow);
  return sys::open_beneath(base, std::string(path), O_PATH | (follow ? 0 : O_NOFOLLOW));
}

Result<sys::UniqueFd> Resolver::open(int base, std::string_view path, bool follow) const {
  STRAIT_TRY(check_path(path));
  auto fd = open_beneath(base, path, follow);
  if (!fd && fd.error().os_errno == EXDEV && base != root_.get()) {
    // Up from a directory of the export may still be inside the export.
    STRAIT_ASSIGN(const std::string from, path_in_export(base));
    const std::string whole = from.empty() ? std::string(path) : fmt::format("{}/{}", from, path);
    fd = open_beneath(root_.get(), whole, follow);
  }
  if (!fd && fd.error().os_errno == EXDEV) {
    return error(ErrorKind::permission_denied, "{}: leads out of the export", path);
  }
  return fd;
}

Result<Resolver::Place> Resolver::place(int base, std::string_view path) const {
  STRAIT_TRY(check_path(path));
  const SplitPath parts = split(path);
  Place made;
  STRAIT_ASSIGN(made.directory, open(base, parts.directory, true));
  made.name = parts.last;
  made.trailing_slash = parts.trailing_slash;
  return made;
}

Result<std::string> Resolver::path_in_export(int fd) const {
  STRAIT_ASSIGN(std::string root, sys::path_of(root_.get()));
  STRAIT_ASSIGN(const std::string path, sys::path_of(fd));
  if (path == root) return std::string();
  if (!root.ends_with('/')) root += '/';
  if (!path.starts_with(root)) return error(ErrorKind::stale, "the file has left the export");
  return path.substr(root.size());
}

}  // namespace strait::storage
