// Which file of which export: what all tables of the server are keyed by.
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

}  // namespace strait::server

template <>
struct std::hash<strait::server::FileKey> {
  std::size_t operator()(const strait::server::FileKey& key) const noexcept {
    // FNV-1a (Fowler, Noll, Vo). Object ids come from storage, not from peers: their handles are
    // sealed.
    std::uint64_t digest = 0xcbf29ce484222325U ^ key.export_id;
    for (const std::byte b : key.object.bytes) {
      digest = (digest ^ static_cast<std::uint64_t>(b)) * 0x100000001b3U;
    }
    return digest;
  }
};
