#include "sys/directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>

#include "sys/hook.h"

namespace strait::sys {
namespace {

constexpr std::size_t kDirectoryBuffer = 64 * 1024;  // bytes a getdents64

Error failed(int os_errno, std::string_view verb, std::string_view what) {
  return os_error(os_errno, fmt::format("{} {}", verb, what));
}

}  // namespace

Status make_directory_at(int directory, const std::string& name, mode_t mode) {
  if (const int fault = injected(Call::open)) return failed(fault, "making directory", name);
  if (::mkdirat(directory, name.c_str(), mode) != 0) {
    return failed(errno, "making directory", name);
  }
  return {};
}

Status make_symlink_at(int directory, const std::string& name, const std::string& target) {
  if (const int fault = injected(Call::link)) return failed(fault, "making symbolic link", name);
  if (::symlinkat(target.c_str(), directory, name.c_str()) != 0) {
    return failed(errno, "making symbolic link", name);
  }
  return {};
}

Status make_link_at(int fd, int directory, const std::string& name) {
  if (const int fault = injected(Call::link)) return failed(fault, "making link", name);
  // AT_EMPTY_PATH would need a capability; /proc does not.
  const std::string from = fmt::format("/proc/self/fd/{}", fd);
  if (::linkat(AT_FDCWD, from.c_str(), directory, name.c_str(), AT_SYMLINK_FOLLOW) != 0) {
    return failed(errno, "making link", name);
  }
  return {};
}

Status remove_at(int directory, const std::string& name, RemoveKind kind) {
  if (const int fault = injected(Call::unlink)) return failed(fault, "removing", name);
  const int flags = kind == RemoveKind::directory ? AT_REMOVEDIR : 0;
  if (::unlinkat(directory, name.c_str(), flags) != 0) return failed(errno, "removing", name);
  return {};
}

Status rename_at(int from_directory, const std::string& from, int to_directory,
                 const std::string& to) {
  if (const int fault = injected(Call::rename)) return failed(fault, "renaming", from);
  if (::renameat(from_directory, from.c_str(), to_directory, to.c_str()) != 0) {
    return failed(errno, "renaming", from);
  }
  return {};
}

Result<std::string> read_link_at(int directory, const std::string& name) {
  std::array<char, PATH_MAX> buffer;
  const ssize_t length = ::readlinkat(directory, name.c_str(), buffer.data(), buffer.size());
  if (length < 0) return failed(errno, "reading symbolic link", name);
  return std::string(buffer.data(), static_cast<std::size_t>(length));
}

Result<std::string> read_link_of(int fd) { return read_link_at(fd, ""); }

Result<std::vector<DirectoryItem>> read_directory(int fd, std::int64_t cookie,
                                                  std::size_t items_max) {
  if (const int fault = injected(Call::read)) return os_error(fault, "listing a directory");
  if (::lseek(fd, cookie, SEEK_SET) < 0) return os_error(errno, "listing a directory");
  std::vector<DirectoryItem> items;
  const auto buffer = std::make_unique<std::byte[]>(kDirectoryBuffer);
  while (items.size() < items_max) {
    const long length = ::syscall(SYS_getdents64, fd, buffer.get(), kDirectoryBuffer);
    if (length < 0) return os_error(errno, "listing a directory");
    if (length == 0) break;
    for (long at = 0; at < length;) {
      const auto* entry = reinterpret_cast<const dirent64*>(buffer.get() + at);
      at += entry->d_reclen;
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      items.push_back({std::string(name), entry->d_off});
      if (items.size() == items_max) break;
    }
  }
  return items;
}

}  // namespace strait::sys
