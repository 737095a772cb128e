// Object ids of the posix driver, in two forms that fit in 18 bytes. Pure: no system calls.
//
//   kernel    form 0x80 | length, handle type, up to 16 bytes of the kernel's file handle
//   database  form 0x01, inode (8), birth (8): the key under which the handle database has a path
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "storage/object.h"
#include "sys/file.h"
#include "sys/file_handle.h"

namespace strait::storage {

// Tells a file from any other that had its inode number before.
struct FileKey {
  std::uint64_t inode = 0;
  std::uint64_t birth = 0;  // birth time in nanoseconds, or the inode's generation
  friend auto operator<=>(const FileKey&, const FileKey&) = default;
};

// Nothing if the handle does not fit.
std::optional<ObjectId> id_of(const sys::FileHandle& handle);
ObjectId id_of(const FileKey& key);

std::optional<sys::FileHandle> handle_in(const ObjectId& id);
std::optional<FileKey> key_in(const ObjectId& id);

ObjectKind kind_of_mode(std::uint32_t mode);
// `stamp` is mixed into the change attribute: it moves with each write of this process, finer than
// the file system's clock.
Attributes attributes_of(const sys::FileStatus& status, std::uint64_t stamp);

struct ObjectIdHash {
  std::size_t operator()(const ObjectId& id) const noexcept;
};

}  // namespace strait::storage
