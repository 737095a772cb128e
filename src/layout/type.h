// A datatype as MPI means it (MPI-4.0, chapter 5): a sequence of bytes at displacements, and the
// bounds that say how copies of it are placed. Immutable, cheap to copy (a reference to a shared
// tree), usable from any thread. Nothing here calls MPI; nothing blocks.
//
// Constructors simplify: a vector whose blocks touch is contiguous, blocks at equal distances are a
// vector, structures in structures are flattened, elementary types in a row are just bytes. This
// never changes the size, the bounds, or the order and place of the bytes.
//
// Bounds follow MPI's rule of markers: the bounds of a type with no `resized` part are those of its
// bytes; with resized parts, theirs alone count. Not modelled is the padding that
// MPI_TYPE_CREATE_STRUCT may add for alignment, because bytes have none here: who translates such a
// type asks MPI for its extent and applies `resized`. An empty type (size 0) has the bounds 0 and 0
// unless it was resized.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/result.h"
#include "layout/bounds.h"
#include "layout/node.h"

namespace strait::layout {

class Type;

// `count` elements in a row, one extent apart, beginning at `displacement` (bytes).
struct Block {
  std::int64_t displacement = 0;
  std::uint64_t count = 0;
};
struct Field;

class Type {
 public:
  Type() = default;  // empty: no bytes, bounds 0 and 0

  // The constructors fail (invalid_argument) where sizes or offsets do not fit in 63 bits, or a
  // limit of limits.h is exceeded. Counts of 0 are allowed everywhere and add nothing, not even
  // bounds.
  static Result<Type> elementary(std::uint64_t size);
  static Result<Type> contiguous(std::uint64_t count, const Type& element);
  // `count` blocks of `block_length` elements, the blocks `stride` bytes apart.
  static Result<Type> vector(std::uint64_t count, std::uint64_t block_length, std::int64_t stride,
                             const Type& element);
  static Result<Type> indexed(std::span<const Block> blocks, const Type& element);
  // As indexed, with blocks of one length (MPI_TYPE_CREATE_HINDEXED_BLOCK).
  static Result<Type> indexed(std::span<const std::int64_t> displacements,
                              std::uint64_t block_length, const Type& element);
  static Result<Type> structure(std::span<const Field> fields);
  static Result<Type> resized(std::int64_t lower_bound, std::int64_t extent, const Type& type);
  // What a wire form says: the bytes of `tree` (none: empty) with its first byte at `origin`.
  static Result<Type> of_parts(NodeRef tree, std::int64_t origin, std::int64_t lower_bound,
                               std::int64_t extent);

  std::uint64_t size() const { return tree_ ? tree_->shape.size : 0; }
  bool empty() const { return !tree_; }
  std::int64_t lower_bound() const { return bounds_.lower; }
  std::int64_t upper_bound() const { return bounds_.upper; }
  std::int64_t extent() const { return bounds_.extent(); }  // may be negative
  // Of the bytes alone; 0 and 0 where there are none.
  std::int64_t true_lower_bound() const { return tree_ ? origin_ + tree_->shape.first : 0; }
  std::int64_t true_upper_bound() const { return tree_ ? origin_ + tree_->shape.last : 0; }
  // Where the first byte of the type map lies.
  std::int64_t origin() const { return origin_; }

  // One row of bytes that begins at 0, and copies of it are again one row.
  bool is_contiguous() const;
  // One row of bytes, wherever it begins and however copies are placed.
  bool is_one_run() const { return tree_ && tree_->kind == Kind::bytes; }
  // Maximal contiguous runs of one copy, in stream order. Few and long ones are worth gathering,
  // many short ones packing.
  std::uint64_t runs() const { return tree_ ? tree_->shape.runs : 0; }
  // Copies of it, one extent apart, have their runs in ascending order: each begins at or above the
  // beginning of the one before it.
  bool ascending() const;
  // The same, and no byte occurs twice: what MPI requires of a filetype that is written through.
  bool monotonic() const;

  // Of the simplified tree.
  std::uint32_t depth() const { return tree_ ? tree_->depth : 0; }
  std::uint64_t node_count() const { return tree_ ? tree_->nodes : 0; }
  const NodeRef& tree() const { return tree_; }

  // Same bytes in the same order by the same tree, and same bounds.
  friend bool operator==(const Type& a, const Type& b);

 private:
  // The last step of every constructor: what is left to check is whether origin and tree fit.
  static Result<Type> checked(NodeRef tree, std::int64_t origin, std::optional<Bounds> bounds);

  NodeRef tree_;
  std::int64_t origin_ = 0;
  Bounds bounds_;
};

// `count` elements one extent apart, beginning at `displacement` (bytes) in the structure.
struct Field {
  std::int64_t displacement = 0;
  std::uint64_t count = 0;
  Type type;
};

}  // namespace strait::layout
