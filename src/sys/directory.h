// Directories by descriptor: names made, moved, removed and listed. `name` is one component of
// `directory`; symbolic links are never followed. Every call may block; any thread may call.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "sys/unique_fd.h"

namespace strait::sys {

Status make_directory_at(int directory, const std::string& name, mode_t mode);
Status make_symlink_at(int directory, const std::string& name, const std::string& target);
// Gives the open file (O_PATH will do) another name. Needs /proc.
Status make_link_at(int fd, int directory, const std::string& name);
enum class RemoveKind : unsigned char { file, directory };
Status remove_at(int directory, const std::string& name, RemoveKind kind);
Status rename_at(int from_directory, const std::string& from, int to_directory,
                 const std::string& to);
Result<std::string> read_link_at(int directory, const std::string& name);
// The target of a link opened with O_PATH|O_NOFOLLOW.
Result<std::string> read_link_of(int fd);

struct DirectoryItem {
  std::string name;
  std::int64_t cookie = 0;  // the position after this entry
};

// The entries after position `cookie` (0: from the start), without "." and "..", about `items_max`
// of them; none at all means the end. Moves the descriptor's position: use a description of one's
// own.
Result<std::vector<DirectoryItem>> read_directory(int fd, std::int64_t cookie,
                                                  std::size_t items_max);

}  // namespace strait::sys
