#include "server/conversion.h"

namespace strait::server {
namespace {

constexpr std::uint32_t kModeBits = 07777;
constexpr std::uint32_t kSetKnown =
    wire::kSetMode | wire::kSetUid | wire::kSetGid | wire::kSetAccessed | wire::kSetModified;
constexpr std::uint32_t kNanosecondsMax = 999'999'999;

wire::FileKind to_wire(storage::ObjectKind kind) {
  switch (kind) {
    case storage::ObjectKind::file:
      return wire::FileKind::file;
    case storage::ObjectKind::directory:
      return wire::FileKind::directory;
    case storage::ObjectKind::symlink:
      return wire::FileKind::symlink;
    case storage::ObjectKind::other:
      break;
  }
  return wire::FileKind::other;
}

wire::Timestamp to_wire(const storage::Timestamp& time) {
  return {.seconds = time.seconds, .nanoseconds = time.nanoseconds};
}

Result<storage::Timestamp> to_storage(const wire::Timestamp& time) {
  if (time.nanoseconds > kNanosecondsMax) {
    return error(ErrorKind::invalid_argument, "a time with {} nanoseconds", time.nanoseconds);
  }
  return storage::Timestamp{time.seconds, time.nanoseconds};
}

}  // namespace

wire::Attributes to_wire(const storage::Attributes& from) {
  return {.kind = to_wire(from.kind),
          .mode = from.mode,
          .links = from.links,
          .uid = from.uid,
          .gid = from.gid,
          .size = from.size,
          .allocated = from.allocated,
          .file_id = from.file_id,
          .change = from.change,
          .accessed = to_wire(from.accessed),
          .modified = to_wire(from.modified),
          .changed = to_wire(from.changed)};
}

Result<storage::SetAttributes> to_storage(const wire::SetAttributes& from) {
  if ((from.mask & ~kSetKnown) != 0) {
    return error(ErrorKind::invalid_argument, "unknown attributes are to be set: {:#x}", from.mask);
  }
  storage::SetAttributes change;
  if (from.mask & wire::kSetMode) {
    if ((from.mode & ~kModeBits) != 0) {
      return error(ErrorKind::invalid_argument, "a mode of {:#o}", from.mode);
    }
    change.mode = from.mode;
  }
  if (from.mask & wire::kSetUid) change.uid = from.uid;
  if (from.mask & wire::kSetGid) change.gid = from.gid;
  if (from.mask & wire::kSetAccessed) {
    STRAIT_ASSIGN(change.accessed, to_storage(from.accessed));
  }
  if (from.mask & wire::kSetModified) {
    STRAIT_ASSIGN(change.modified, to_storage(from.modified));
  }
  return change;
}

}  // namespace strait::server
