#include "sys/socket_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace strait::sys {

Result<FileIdentity> socket_file(const std::string& path) {
  struct stat found {};
  if (::lstat(path.c_str(), &found) != 0) return os_error(errno, path);
  if (!S_ISSOCK(found.st_mode)) {
    return error(ErrorKind::exists, "{} exists and is not a socket", path);
  }
  return FileIdentity{found.st_dev, found.st_ino};
}

void remove_socket_file(const std::string& path, const FileIdentity& identity) noexcept {
  struct stat found {};
  if (::lstat(path.c_str(), &found) != 0) return;
  if (FileIdentity{found.st_dev, found.st_ino} == identity) ::unlink(path.c_str());
}

UniqueFd lock_directory_of(const std::string& path) noexcept {
  const auto slash = path.rfind('/');
  const std::string directory = slash == std::string::npos ? "."
                                : slash == 0               ? "/"
                                                           : path.substr(0, slash);
  UniqueFd held(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  while (held && ::flock(held.get(), LOCK_EX) != 0) {
    if (errno != EINTR) held.reset();
  }
  return held;
}

}  // namespace strait::sys
