// What a request touches, as far as its order with other requests of the same client matters. The
// server may execute requests in any order, so two that conflict are never in flight together
// (spec.md, "Order"). Conservative: a bounding range stands for a strided access, so that two
// interleaved accesses may wait for each other without need, never the other way round.
#pragma once

#include <optional>

#include "base/bytes.h"
#include "wire/heads.h"

namespace strait::rpc {

struct Footprint {
  std::optional<wire::Handle> file;  // absent: touches no file's data (LOOKUP, READDIR, ...)
  std::uint64_t begin = 0;           // bytes; [begin, end) bounds what is touched
  std::uint64_t end = 0;
  bool writes = false;
  bool at_pointer = false;  // at a shared file pointer: where no other such access goes

  static Footprint nothing() { return {}; }
  static Footprint range(const wire::Handle& file, std::uint64_t begin, std::uint64_t end,
                         bool writes) {
    return {file, begin, end, writes, false};
  }
  static Footprint whole(const wire::Handle& file, bool writes) {
    return {file, 0, ~std::uint64_t{0}, writes, false};
  }
  static Footprint anywhere(const wire::Handle& file, bool writes) {
    return {file, 0, ~std::uint64_t{0}, writes, true};
  }
};

inline bool conflict(const Footprint& a, const Footprint& b) {
  return (a.writes || b.writes) && !(a.at_pointer && b.at_pointer) && a.begin < b.end &&
         b.begin < a.end && a.file && b.file && *a.file == *b.file;
}

}  // namespace strait::rpc
