// What is known of a file besides its bytes.
#pragma once

#include <cstdint>

namespace strait::wire {

enum class FileKind : std::uint32_t { file = 1, directory = 2, symlink = 3, other = 4 };
constexpr bool is_valid(FileKind kind) { return kind >= FileKind::file && kind <= FileKind::other; }

struct Timestamp {
  std::int64_t seconds = 0;  // since 1970-01-01 UTC
  std::uint32_t nanoseconds = 0;

  static void describe(auto& xdr, auto& time) {
    xdr.number(time.seconds);
    xdr.number(time.nanoseconds);
  }
  friend bool operator==(const Timestamp&, const Timestamp&) = default;
};

struct Attributes {
  FileKind kind = FileKind::file;
  std::uint32_t mode = 0;  // permission bits, 07777
  std::uint32_t links = 0;
  std::uint32_t uid = 0;
  std::uint32_t gid = 0;
  std::uint64_t size = 0;       // bytes
  std::uint64_t allocated = 0;  // bytes
  std::uint64_t file_id = 0;    // inode number
  std::uint64_t change = 0;     // differs when data or attributes have changed
  Timestamp accessed;
  Timestamp modified;
  Timestamp changed;

  static void describe(auto& xdr, auto& attributes) {
    xdr.choice(attributes.kind);
    xdr.number(attributes.mode);
    xdr.number(attributes.links);
    xdr.number(attributes.uid);
    xdr.number(attributes.gid);
    xdr.number(attributes.size);
    xdr.number(attributes.allocated);
    xdr.number(attributes.file_id);
    xdr.number(attributes.change);
    xdr.part(attributes.accessed);
    xdr.part(attributes.modified);
    xdr.part(attributes.changed);
  }
  friend bool operator==(const Attributes&, const Attributes&) = default;
};

// Bits of SetAttributes::mask: which of its members are meant.
inline constexpr std::uint32_t kSetMode = 1;
inline constexpr std::uint32_t kSetUid = 2;
inline constexpr std::uint32_t kSetGid = 4;
inline constexpr std::uint32_t kSetAccessed = 8;
inline constexpr std::uint32_t kSetModified = 16;

struct SetAttributes {
  std::uint32_t mask = 0;
  std::uint32_t mode = 0;
  std::uint32_t uid = 0;
  std::uint32_t gid = 0;
  Timestamp accessed;
  Timestamp modified;

  static void describe(auto& xdr, auto& change) {
    xdr.number(change.mask);
    xdr.number(change.mode);
    xdr.number(change.uid);
    xdr.number(change.gid);
    xdr.part(change.accessed);
    xdr.part(change.modified);
  }
};

}  // namespace strait::wire
