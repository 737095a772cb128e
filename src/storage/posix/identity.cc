#include "storage/posix/identity.h"

#include <sys/stat.h>

#include <cstring>
#include <functional>
#include <string_view>

namespace strait::storage {
namespace {

constexpr auto kKernelForm = std::byte{0x80};
constexpr auto kLengthMask = std::byte{0x1f};
constexpr auto kDatabaseForm = std::byte{0x01};
constexpr std::size_t kHandleBytesMax = sizeof(ObjectId) - 2;
static_assert(sizeof(ObjectId) == 18 && kHandleBytesMax <= 0x1f);

Timestamp to_timestamp(const timespec& from) {
  return {from.tv_sec, static_cast<std::uint32_t>(from.tv_nsec)};
}

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  a ^= b + 0x9e3779b97f4a7c15U + (a << 6) + (a >> 2);
  a *= 0xbf58476d1ce4e5b9U;
  return a ^ (a >> 31);
}

}  // namespace

std::optional<ObjectId> id_of(const sys::FileHandle& handle) {
  if (handle.length > kHandleBytesMax || handle.type < 0 || handle.type > 0xff) return {};
  ObjectId id;
  id.bytes[0] = kKernelForm | static_cast<std::byte>(handle.length);
  id.bytes[1] = static_cast<std::byte>(handle.type);
  std::memcpy(&id.bytes[2], handle.bytes.data(), handle.length);
  return id;
}

ObjectId id_of(const FileKey& key) {
  ObjectId id;
  id.bytes[0] = kDatabaseForm;
  std::memcpy(&id.bytes[1], &key.inode, sizeof key.inode);
  std::memcpy(&id.bytes[9], &key.birth, sizeof key.birth);
  return id;
}

std::optional<sys::FileHandle> handle_in(const ObjectId& id) {
  if ((id.bytes[0] & ~kLengthMask) != kKernelForm) return {};
  sys::FileHandle handle;
  handle.length = std::to_integer<std::uint32_t>(id.bytes[0] & kLengthMask);
  if (handle.length > kHandleBytesMax) return {};
  handle.type = std::to_integer<std::int32_t>(id.bytes[1]);
  std::memcpy(handle.bytes.data(), &id.bytes[2], handle.length);
  return handle;
}

std::optional<FileKey> key_in(const ObjectId& id) {
  if (id.bytes[0] != kDatabaseForm) return {};
  FileKey key;
  std::memcpy(&key.inode, &id.bytes[1], sizeof key.inode);
  std::memcpy(&key.birth, &id.bytes[9], sizeof key.birth);
  return key;
}

ObjectKind kind_of_mode(std::uint32_t mode) {
  switch (mode & S_IFMT) {
    case S_IFREG:
      return ObjectKind::file;
    case S_IFDIR:
      return ObjectKind::directory;
    case S_IFLNK:
      return ObjectKind::symlink;
    default:
      return ObjectKind::other;
  }
}

Attributes attributes_of(const sys::FileStatus& status, std::uint64_t stamp) {
  Attributes made;
  made.kind = kind_of_mode(status.mode);
  made.mode = status.mode & 07777;
  made.links = status.links;
  made.uid = status.uid;
  made.gid = status.gid;
  made.size = status.size;
  made.allocated = status.allocated;
  made.file_id = status.inode;
  made.accessed = to_timestamp(status.accessed);
  made.modified = to_timestamp(status.modified);
  made.changed = to_timestamp(status.changed);
  made.change = mix(mix(static_cast<std::uint64_t>(made.changed.seconds) * 1'000'000'000 +
                            made.changed.nanoseconds,
                        status.size),
                    stamp);
  return made;
}

std::size_t ObjectIdHash::operator()(const ObjectId& id) const noexcept {
  return std::hash<std::string_view>{}(
      {reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size()});
}

}  // namespace strait::storage
