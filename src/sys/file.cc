#include "sys/file.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>

#include "sys/hook.h"

namespace strait::sys {
namespace {

// openat2 gives EAGAIN when a rename races with a ".." on the way; it does not last.
constexpr int kOpenRetriesMax = 32;

Error failed(int os_errno, std::string_view verb, std::string_view what) {
  return os_error(os_errno, fmt::format("{} {}", verb, what));
}

std::string name_in_proc(int fd) { return fmt::format("/proc/self/fd/{}", fd); }

timespec to_timespec(const statx_timestamp& from) {
  return timespec{.tv_sec = from.tv_sec, .tv_nsec = from.tv_nsec};
}

Result<FileStatus> status(int directory, const char* name, int flags) {
  if (const int fault = injected(Call::stat)) return os_error(fault, "reading attributes");
  struct statx from {};
  if (::statx(directory, name, flags | AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT,
              STATX_BASIC_STATS | STATX_BTIME, &from) != 0) {
    return os_error(errno, "reading attributes");
  }
  FileStatus to;
  to.device = (std::uint64_t{from.stx_dev_major} << 32) | from.stx_dev_minor;
  to.inode = from.stx_ino;
  to.mode = from.stx_mode;
  to.links = from.stx_nlink;
  to.uid = from.stx_uid;
  to.gid = from.stx_gid;
  to.size = from.stx_size;
  to.allocated = from.stx_blocks * 512;
  to.accessed = to_timespec(from.stx_atime);
  to.modified = to_timespec(from.stx_mtime);
  to.changed = to_timespec(from.stx_ctime);
  if ((from.stx_mask & STATX_BTIME) != 0) to.born = to_timespec(from.stx_btime);
  return to;
}

// What a test asked for: an errno, or only a part of the bytes.
std::size_t shortened(int fault, std::size_t length) {
  return fault == kShortTransfer ? std::max<std::size_t>(1, length / 2) : length;
}

}  // namespace

Result<UniqueFd> open_at(int directory, const std::string& path, int flags, mode_t mode) {
  for (;;) {
    if (const int fault = injected(Call::open)) return failed(fault, "opening", path);
    UniqueFd fd(::openat(directory, path.c_str(), flags | O_CLOEXEC, mode));
    if (fd) return fd;
    if (errno != EINTR) return failed(errno, "opening", path);
  }
}

Result<UniqueFd> open_beneath(int directory, const std::string& path, int flags, mode_t mode) {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags) | O_CLOEXEC;
  how.mode = (flags & O_CREAT) != 0 ? mode : 0;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  for (int tries = 0;; ++tries) {
    if (const int fault = injected(Call::open)) return failed(fault, "opening", path);
    UniqueFd fd(
        static_cast<int>(::syscall(SYS_openat2, directory, path.c_str(), &how, sizeof how)));
    if (fd) return fd;
    if (errno != EINTR && (errno != EAGAIN || tries == kOpenRetriesMax)) {
      return failed(errno, "opening", path);
    }
  }
}

Result<UniqueFd> reopen(int fd, int flags) {
  auto opened = open_at(AT_FDCWD, name_in_proc(fd), flags);
  // The name by which it went means nothing to anybody.
  if (!opened) return os_error(opened.error().os_errno, "opening a file again");
  return opened;
}

Result<std::string> path_of(int fd) {
  std::array<char, PATH_MAX> buffer;
  const ssize_t length = ::readlink(name_in_proc(fd).c_str(), buffer.data(), buffer.size());
  if (length < 0) return os_error(errno, "finding the name of an open file");
  if (static_cast<std::size_t>(length) == buffer.size()) {
    return os_error(ENAMETOOLONG, "finding the name of an open file");
  }
  return std::string(buffer.data(), static_cast<std::size_t>(length));
}

Result<FileStatus> status_of(int fd) { return status(fd, "", AT_EMPTY_PATH); }

Result<FileStatus> status_at(int directory, const std::string& name) {
  return status(directory, name.c_str(), 0);
}

bool exists(const std::string& path) { return status(AT_FDCWD, path.c_str(), 0).has_value(); }

Result<std::uint32_t> generation_of(int fd) {
  long generation = 0;  // what the request's number says; file systems store an int
  if (::ioctl(fd, FS_IOC_GETVERSION, &generation) != 0) {
    return os_error(errno, "reading a file's generation");
  }
  return static_cast<std::uint32_t>(generation);
}

// By the name in /proc, because fchmod refuses O_PATH descriptors.
Status change_mode(int fd, std::uint32_t mode) {
  if (::chmod(name_in_proc(fd).c_str(), mode) != 0) return os_error(errno, "changing the mode");
  return {};
}

Status change_owner(int fd, std::optional<std::uint32_t> uid, std::optional<std::uint32_t> gid) {
  constexpr auto kKeep = static_cast<std::uint32_t>(-1);
  if (::fchownat(fd, "", uid.value_or(kKeep), gid.value_or(kKeep), AT_EMPTY_PATH) != 0) {
    return os_error(errno, "changing the owner");
  }
  return {};
}

Status change_times(int fd, std::optional<timespec> accessed, std::optional<timespec> modified) {
  constexpr timespec kKeep{.tv_sec = 0, .tv_nsec = UTIME_OMIT};
  const std::array times{accessed.value_or(kKeep), modified.value_or(kKeep)};
  if (::utimensat(fd, "", times.data(), AT_EMPTY_PATH) == 0) return {};
  // Before Linux 5.8 only by name.
  if (errno == EINVAL && ::utimensat(AT_FDCWD, name_in_proc(fd).c_str(), times.data(), 0) == 0) {
    return {};
  }
  return os_error(errno, "changing times");
}

Result<std::size_t> read_at(int fd, MutableBytes data, std::uint64_t offset) {
  std::size_t done = 0;
  while (done < data.size()) {
    const int fault = injected(Call::read);
    if (fault > 0 && fault != EINTR) return os_error(fault, "reading");
    if (fault == EINTR) continue;
    const ssize_t moved = ::pread(fd, data.data() + done, shortened(fault, data.size() - done),
                                  static_cast<off_t>(offset + done));
    if (moved == 0) break;
    if (moved > 0) {
      done += static_cast<std::size_t>(moved);
    } else if (errno != EINTR) {
      return os_error(errno, "reading");
    }
  }
  return done;
}

Status write_at(int fd, ConstBytes data, std::uint64_t offset) {
  std::size_t done = 0;
  const auto failed = [&](int why) {
    return os_error(
        why, fmt::format("writing {} bytes at offset {}", data.size() - done, offset + done));
  };
  while (done < data.size()) {
    const int fault = injected(Call::write);
    if (fault > 0 && fault != EINTR) return failed(fault);
    if (fault == EINTR) continue;
    const ssize_t moved = ::pwrite(fd, data.data() + done, shortened(fault, data.size() - done),
                                   static_cast<off_t>(offset + done));
    if (moved > 0) {
      done += static_cast<std::size_t>(moved);
    } else if (moved == 0) {
      return failed(EIO);  // a regular file always takes some, or says why not
    } else if (errno != EINTR) {
      return failed(errno);
    }
  }
  return {};
}

Status truncate(int fd, std::uint64_t size) {
  for (;;) {
    if (const int fault = injected(Call::truncate)) return os_error(fault, "resizing");
    if (::ftruncate(fd, static_cast<off_t>(size)) == 0) return {};
    if (errno != EINTR) return os_error(errno, "resizing");
  }
}

Status allocate(int fd, std::uint64_t size) {
  for (;;) {
    if (const int fault = injected(Call::allocate)) return os_error(fault, "reserving space");
    // Not posix_fallocate: where the file system cannot, that writes into every block.
    if (::fallocate(fd, 0, 0, static_cast<off_t>(size)) == 0) return {};
    if (errno != EINTR) return os_error(errno, "reserving space");
  }
}

Status sync(int fd) {
  for (;;) {
    if (const int fault = injected(Call::sync)) return os_error(fault, "committing");
    if (::fsync(fd) == 0) return {};
    if (errno != EINTR) return os_error(errno, "committing");
  }
}

Result<std::optional<std::uint64_t>> next_data(int fd, std::uint64_t offset) {
  const off_t at = ::lseek(fd, static_cast<off_t>(offset), SEEK_DATA);
  if (at >= 0) return std::optional(static_cast<std::uint64_t>(at));
  if (errno == ENXIO) return std::optional<std::uint64_t>();
  return os_error(errno, "looking for data");
}

}  // namespace strait::sys
