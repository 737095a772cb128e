// The part of a distributed array that one process of a grid holds, as MPI_TYPE_CREATE_DARRAY
// defines it (MPI-4.0, 5.1.4), High Performance Fortran's distributions: bounds are those of the
// whole array. Pure; lowers to the constructors of Type.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/result.h"
#include "layout/subarray.h"
#include "layout/type.h"

namespace strait::layout {

enum class Distribution { none, block, cyclic };

struct DistributedDimension {
  std::uint64_t size = 0;  // elements of the whole array
  Distribution how = Distribution::none;
  std::optional<std::uint64_t> argument;  // block length; absent: MPI_DISTRIBUTE_DFLT_DARG
  std::uint64_t processes = 1;            // of the grid along this dimension
};

// Ranks number the process grid with the last dimension varying fastest, whatever `order` says.
// Fails with invalid_argument for a rank outside the grid, more than one process along a dimension
// that is not distributed, a block length of 0, or blocks that cannot hold their dimension. A
// process that holds nothing gets a type without bytes.
Result<Type> darray(std::uint64_t rank, std::span<const DistributedDimension> dimensions,
                    ArrayOrder order, const Type& element);

}  // namespace strait::layout
