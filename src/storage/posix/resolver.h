// Turns names into descriptors without ever leaving the export, whatever ".." and symbolic links
// say: by openat2 with RESOLVE_BENEATH, or by walking component after component where the kernel
// has no openat2. What leads out is permission_denied. Thread-safe; holds the root's descriptor.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "storage/posix/options.h"
#include "sys/unique_fd.h"

namespace strait::storage {

class Resolver {
 public:
  // Opens the export's root. `resolution` openat2 fails (unsupported) on a kernel without it.
  static Result<Resolver> create(const std::string& root, Resolution resolution);

  int root() const { return root_.get(); }

  // A descriptor (O_PATH) of what `path` names, from `base`, a directory of the export (the root's
  // descriptor for names from the root). Without `follow` a symbolic link at the end is itself.
  Result<sys::UniqueFd> open(int base, std::string_view path, bool follow) const;

  // A name to be made or removed: its directory, which exists, and the last component ("" for the
  // root).
  struct Place {
    sys::UniqueFd directory;
    std::string name;
    bool trailing_slash = false;
  };
  Result<Place> place(int base, std::string_view path) const;

  // The name of an open file from the root; fails (stale) if it is not in the export any more.
  Result<std::string> path_in_export(int fd) const;

 private:
  Resolver(sys::UniqueFd root, bool walk) : root_(std::move(root)), walk_(walk) {}
  Result<sys::UniqueFd> open_beneath(int base, std::string_view path, bool follow) const;

  sys::UniqueFd root_;
  bool walk_;
};

// The fallback: as sys::open_beneath with O_PATH, by openat of one component at a time.
Result<sys::UniqueFd> walk_beneath(int base, std::string_view path, bool follow);

}  // namespace strait::storage
