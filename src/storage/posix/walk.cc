// Names without openat2. Directories are entered one component at a time and never through a
// symbolic link: links are read, and their targets put in front of what is still to be walked. ".."
// goes back by walking again from the base, so that a directory that somebody moves away in the
// meantime cannot lead us out with it.
#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <deque>
#include <string>
#include <vector>

#include "storage/names.h"
#include "storage/posix/resolver.h"
#include "sys/directory.h"
#include "sys/file.h"

namespace strait::storage {
namespace {

constexpr int kDirectoryFlags = O_PATH | O_NOFOLLOW | O_DIRECTORY;

Result<sys::UniqueFd> enter(int base, const std::vector<std::string>& directories) {
  STRAIT_ASSIGN(sys::UniqueFd at, sys::open_at(base, ".", kDirectoryFlags));
  for (const std::string& directory : directories) {
    STRAIT_ASSIGN(at, sys::open_at(at.get(), directory, kDirectoryFlags));
  }
  return at;
}

}  // namespace

Result<sys::UniqueFd> walk_beneath(int base, std::string_view path, bool follow) {
  const auto failed = [&](int os_errno) {
    return os_error(os_errno, fmt::format("opening {}", path));
  };
  std::deque<std::string> rest;
  for (const std::string_view part : components_of(path)) rest.emplace_back(part);
  bool directory_wanted = path.ends_with('/');
  std::size_t rest_bytes = path.size();
  std::vector<std::string> directories;  // from the base to `at`
  STRAIT_ASSIGN(sys::UniqueFd at, sys::open_at(base, ".", kDirectoryFlags));

  for (int links = 0; !rest.empty();) {
    const std::string part = std::move(rest.front());
    rest.pop_front();
    if (part == ".") continue;
    if (part == "..") {
      if (directories.empty()) return failed(EXDEV);
      directories.pop_back();
      STRAIT_ASSIGN(at, enter(base, directories));
      continue;
    }
    STRAIT_ASSIGN(sys::UniqueFd next, sys::open_at(at.get(), part, O_PATH | O_NOFOLLOW));
    STRAIT_ASSIGN(const sys::FileStatus status, sys::status_of(next.get()));
    const bool last = rest.empty();
    if (S_ISDIR(status.mode)) {
      directories.push_back(part);
      at = std::move(next);
      continue;
    }
    if (!S_ISLNK(status.mode)) {
      if (!last || directory_wanted) return failed(ENOTDIR);
      return next;
    }
    if (last && !follow && !directory_wanted) return next;
    if (++links > kSymlinksMax) return failed(ELOOP);
    STRAIT_ASSIGN(const std::string target, sys::read_link_of(next.get()));
    if (target.starts_with('/')) return failed(EXDEV);
    rest_bytes += target.size();
    if (rest_bytes > kPathMax * (kSymlinksMax + 1)) return failed(ENAMETOOLONG);
    if (last && target.ends_with('/')) directory_wanted = true;
    const auto parts = components_of(target);
    rest.insert(rest.begin(), parts.begin(), parts.end());
  }
  return at;
}

}  // namespace strait::storage
