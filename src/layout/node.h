// The tree below a Type: where its bytes lie, in stream order, and nothing else. Bounds and extents
// are not here; by the time a tree is built they have become strides and offsets. Nodes are
// immutable and shared; any thread may read them. This header is the room's own: other rooms use
// type.h, cursor.h, view.h and codec.h.
//
// Offsets are relative to the node's *head*, its first byte in stream order. Two patterns that
// differ by a displacement therefore are the same tree, and no node exists only to move another.
//
// The functions below simplify as they build. What they guarantee, and the cursor relies on:
//   - every node has data, and every count is that of a node that could not be left out: strided
//   has
//     count >= 2; scattered, runs, indexed and structure have at least two pieces;
//   - a node that is not `bytes` has at least two runs: bytes that follow each other are one node;
//   - no two consecutive pieces of a leaf (see below) touch;
//   - offsets and sizes fit in 64 bits, depth and nodes are within limits.h.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.h"
#include "layout/shape.h"

namespace strait::layout {

// The values are those of the wire form.
enum class Kind : std::uint32_t {
  bytes = 1,      // a row of shape.size bytes
  strided = 2,    // `count` copies of `child`, heads `stride` apart
  scattered = 3,  // a copy of `child` at each of `at`
  runs = 4,       // rows of bytes of various lengths, at each of `at`
  indexed = 5,    // at each of `at` a number of copies of `child`, `stride` apart
  structure = 6,  // at each of `at` its own child
};

struct Node;
using NodeRef = std::shared_ptr<const Node>;

struct Node {
  Kind kind = Kind::bytes;
  bool leaf = false;  // all pieces are rows of bytes: bytes, runs, strided or scattered over bytes
  std::uint32_t depth = 1;
  std::uint64_t nodes = 1;
  std::uint64_t wire_bytes = 0;  // of the encoded node
  Shape shape;

  std::uint64_t count = 1;        // strided
  std::int64_t stride = 0;        // strided, indexed
  NodeRef child;                  // strided, scattered, indexed
  std::vector<std::int64_t> at;   // scattered, runs, indexed, structure; at[0] is 0
  std::vector<NodeRef> children;  // structure
  // Prefix sums, one longer than `at`: runs and structure count bytes, indexed counts copies.
  std::vector<std::uint64_t> before;

  std::uint64_t pieces() const {
    return kind == Kind::bytes ? 1 : kind == Kind::strided ? count : at.size();
  }
};

// Whether depth and nodes are within limits.h; the error for measures that do not fit.
Status check_limits(const Node& node);
Error does_not_fit();

// `base + count * stride` for a place that is known to fit; the product alone may not.
inline std::int64_t stepped(std::int64_t base, std::uint64_t count, std::int64_t stride) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(base) +
                                   count * static_cast<std::uint64_t>(stride));
}

bool same(const Node& a, const Node& b);

Result<NodeRef> make_bytes(std::uint64_t length);
Result<NodeRef> make_strided(std::uint64_t count, std::int64_t stride, NodeRef child);

// In the following, counts and lengths are > 0, and the vectors are equally long, not empty, and
// begin with at[0] == 0.
Result<NodeRef> make_scattered(std::vector<std::int64_t> at, NodeRef child);
Result<NodeRef> make_runs(std::vector<std::int64_t> at, std::vector<std::uint64_t> lengths);
Result<NodeRef> make_indexed(std::vector<std::int64_t> at, std::vector<std::uint64_t> counts,
                             std::int64_t stride, NodeRef child);
Result<NodeRef> make_structure(std::vector<std::int64_t> at, std::vector<NodeRef> children);

}  // namespace strait::layout
