// The kernel's own names for files (name_to_handle_at, open_by_handle_at): stable over renames and
// restarts, ESTALE once the file is gone. Opening by them needs CAP_DAC_READ_SEARCH.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"
#include "sys/unique_fd.h"

namespace strait::sys {

inline constexpr std::size_t kFileHandleMax = 128;  // bytes; the kernel's MAX_HANDLE_SZ

struct FileHandle {
  std::int32_t type = 0;
  std::uint32_t length = 0;  // bytes in use
  std::array<std::byte, kFileHandleMax> bytes{};
};

Result<FileHandle> handle_of(int fd);
Result<FileHandle> handle_at(int directory, const std::string& name);  // of a link, not its target
// `mount` is any descriptor on the file's file system, not O_PATH.
Result<UniqueFd> open_by_handle(int mount, const FileHandle& handle, int flags);

}  // namespace strait::sys
