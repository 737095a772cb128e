// What a driver calls a file, and what it says about one.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace strait::storage {

// Names one file of one export for as long as the file exists, across renames and restarts of the
// server. Opaque to all but the driver that made it; the server seals it, with the export and a
// MAC, into the 32-byte handle of the wire.
struct ObjectId {
  std::array<std::byte, 18> bytes{};
  friend auto operator<=>(const ObjectId&, const ObjectId&) = default;
};

enum class ObjectKind : std::uint8_t { file, directory, symlink, other };

struct Timestamp {
  std::int64_t seconds = 0;  // since 1970-01-01 UTC
  std::uint32_t nanoseconds = 0;
  friend auto operator<=>(const Timestamp&, const Timestamp&) = default;
};

struct Attributes {
  ObjectKind kind = ObjectKind::file;
  std::uint32_t mode = 0;  // permission bits, 07777
  std::uint32_t links = 1;
  std::uint32_t uid = 0;
  std::uint32_t gid = 0;
  std::uint64_t size = 0;       // bytes
  std::uint64_t allocated = 0;  // bytes
  std::uint64_t file_id = 0;    // inode number
  std::uint64_t change = 0;     // differs when data or attributes have changed
  Timestamp accessed, modified, changed;
};

struct SetAttributes {
  std::optional<std::uint32_t> mode, uid, gid;
  std::optional<Timestamp> accessed, modified;
};

struct Entry {
  ObjectId object;
  Attributes attributes;
};

struct DirectoryEntry {
  std::string name;
  std::uint64_t cookie = 0;  // where a listing that has seen this entry goes on
  ObjectId object;
  Attributes attributes;
};

}  // namespace strait::storage
