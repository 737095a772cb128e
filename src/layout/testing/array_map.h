// Subarrays and distributed arrays by their direct formulas: every element of the whole array in
// storage order, and whether it belongs.
#pragma once

#include <vector>

#include "layout/darray.h"
#include "layout/testing/type_map.h"

namespace strait::layout::testing {

// `belongs(indices)` for each element; indices in the order of `sizes`.
template <class Belongs>
TypeMap array_map(const std::vector<std::uint64_t>& sizes, ArrayOrder order, const TypeMap& element,
                  Belongs belongs) {
  TypeMap map;
  std::uint64_t total = 1;
  for (const auto size : sizes) total *= size;
  for (std::uint64_t linear = 0; linear < total; ++linear) {
    std::vector<std::uint64_t> indices(sizes.size());
    std::uint64_t rest = linear;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const std::size_t d = order == ArrayOrder::fortran ? i : sizes.size() - 1 - i;
      indices[d] = rest % sizes[d];
      rest /= sizes[d];
    }
    if (belongs(indices)) map.append(element, static_cast<std::int64_t>(linear) * element.extent());
  }
  return resized_map(map, 0, static_cast<std::int64_t>(total) * element.extent());
}

inline TypeMap subarray_map(const std::vector<Slice>& slices, ArrayOrder order,
                            const TypeMap& element) {
  std::vector<std::uint64_t> sizes;
  for (const Slice& slice : slices) sizes.push_back(slice.size);
  return array_map(sizes, order, element, [&](const std::vector<std::uint64_t>& indices) {
    for (std::size_t d = 0; d < slices.size(); ++d)
      if (indices[d] < slices[d].start || indices[d] >= slices[d].start + slices[d].count)
        return false;
    return true;
  });
}

inline TypeMap darray_map(std::uint64_t rank, const std::vector<DistributedDimension>& dimensions,
                          ArrayOrder order, const TypeMap& element) {
  std::vector<std::uint64_t> sizes;
  for (const auto& dimension : dimensions) sizes.push_back(dimension.size);
  return array_map(sizes, order, element, [&](const std::vector<std::uint64_t>& indices) {
    std::uint64_t place_weight = 1;  // the last dimension of the grid varies fastest
    std::uint64_t owner = 0;
    for (std::size_t d = dimensions.size(); d-- > 0;) {
      const auto& [size, how, argument, processes] = dimensions[d];
      std::uint64_t length = 1;
      if (how == Distribution::none) length = size;
      if (how == Distribution::block)
        length = argument.value_or((size + processes - 1) / processes);
      if (how == Distribution::cyclic) length = argument.value_or(1);
      owner += place_weight * (indices[d] / length % processes);
      place_weight *= processes;
    }
    return owner == rank;
  });
}

}  // namespace strait::layout::testing
