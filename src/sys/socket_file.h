// The file that a listening unix socket leaves in a directory: found, removed when nobody answers
// on it any more, and guarded against two servers starting at once.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "sys/unique_fd.h"

namespace strait::sys {

// Which file a path led to; unlike the path, it does not come to mean another.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

// not_found if there is nothing; exists if there is something that is not a socket.
Result<FileIdentity> socket_file(const std::string& path);
// Removes it if it is still that file.
void remove_socket_file(const std::string& path, const FileIdentity& identity) noexcept;

// Holds an advisory lock on the directory of `path` until the descriptor closes; waits for others.
// Empty where the directory cannot be opened for reading: then there is no guard.
UniqueFd lock_directory_of(const std::string& path) noexcept;

}  // namespace strait::sys
