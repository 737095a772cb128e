// A block of a multidimensional array, as MPI_TYPE_CREATE_SUBARRAY defines it (MPI-4.0, 5.1.3): the
// bytes of the block, with the bounds of the whole array, so that displacements are counted from
// the array's beginning. Pure; lowers to the constructors of Type.
#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "layout/type.h"

namespace strait::layout {

enum class ArrayOrder { c, fortran };  // which dimension is contiguous: the last one, the first one

// One dimension: `count` elements from `start` on, of `size`.
struct Slice {
  std::uint64_t size = 0;
  std::uint64_t count = 0;
  std::uint64_t start = 0;
};

// Fails with invalid_argument where a slice does not lie within its dimension, or there are none. A
// slice of 0 elements, which MPI forbids and some implementations take, has no bytes.
Result<Type> subarray(std::span<const Slice> slices, ArrayOrder order, const Type& element);

}  // namespace strait::layout
