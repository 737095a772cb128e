// Files by descriptor: thin wrappers that retry what was interrupted, move everything they were
// asked to, and return a Result. Nothing is cached and nothing is owned except the descriptors
// handed out. Every call may block on the medium; any thread may call.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "sys/unique_fd.h"

namespace strait::sys {

// ---- Opening. All descriptors are close-on-exec.

Result<UniqueFd> open_at(int directory, const std::string& path, int flags, mode_t mode = 0);
// As open_at, but the kernel refuses (EXDEV) any name that leaves the tree below `directory`, and
// any magic link. ENOSYS before Linux 5.6.
Result<UniqueFd> open_beneath(int directory, const std::string& path, int flags, mode_t mode = 0);
// A new description of the same file with other flags: how an O_PATH descriptor becomes one that
// reads or writes. Needs /proc.
Result<UniqueFd> reopen(int fd, int flags);
// The absolute name under which the kernel knows the file now. Needs /proc.
Result<std::string> path_of(int fd);

// ---- Status.

struct FileStatus {
  std::uint64_t device = 0, inode = 0;
  std::uint32_t mode = 0;  // type and permissions, as st_mode
  std::uint32_t links = 0, uid = 0, gid = 0;
  std::uint64_t size = 0, allocated = 0;  // bytes
  timespec accessed{}, modified{}, changed{};
  std::optional<timespec> born;  // where the file system keeps it
};

Result<FileStatus> status_of(int fd);
Result<FileStatus> status_at(int directory, const std::string& name);  // of a link, not its target
bool exists(const std::string& path);  // and may be seen by this process
// The inode's generation, where the file system tells.
Result<std::uint32_t> generation_of(int fd);

Status change_mode(int fd, std::uint32_t mode);
Status change_owner(int fd, std::optional<std::uint32_t> uid, std::optional<std::uint32_t> gid);
Status change_times(int fd, std::optional<timespec> accessed, std::optional<timespec> modified);

// ---- Data.

// Fewer bytes than asked means end of file and nothing else.
Result<std::size_t> read_at(int fd, MutableBytes data, std::uint64_t offset);
Status write_at(int fd, ConstBytes data, std::uint64_t offset);
Status truncate(int fd, std::uint64_t size);
// Reserves space for [0, size) and makes the file at least that long; EOPNOTSUPP where the file
// system cannot.
Status allocate(int fd, std::uint64_t size);
Status sync(int fd);
// Where the next data at or after `offset` begins; nothing if only a hole follows.
Result<std::optional<std::uint64_t>> next_data(int fd, std::uint64_t offset);

}  // namespace strait::sys
