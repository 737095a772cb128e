// Which file of which export: what the tables of the server are keyed by. Where one export lies
// within another, both name a file by the same object id: what has to see that it is one file goes
// by the object alone. Files of different drivers may then meet by chance, which has to be
// harmless.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>

#include "storage/object.h"

namespace strait::server {

struct FileKey {
  std::uint16_t export_id = 0;
  storage::ObjectId object;
  friend auto operator<=>(const FileKey&, const FileKey&) = default;
};

struct ObjectHash {
  std::size_t operator()(const storage::ObjectId& object) const noexcept {
    // FNV-1a (Fowler, Noll, Vo). Object ids come from storage, not from peers: their handles are
    // sealed.
    std::uint64_t digest = 0xcbf29ce484222325U;
    for (const std::byte b : object.bytes) {
      digest = (digest ^ static_cast<std::uint64_t>(b)) * 0x100000001b3U;
    }
    return digest;
  }
};

}  // namespace strait::server

template <>
struct std::hash<strait::server::FileKey> {
  std::size_t operator()(const strait::server::FileKey& key) const noexcept {
    return strait::server::ObjectHash()(key.object) ^ key.export_id;
  }
};
