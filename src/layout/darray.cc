#include "layout/darray.h"

#include <algorithm>
#include <vector>

#include "base/bytes.h"

namespace strait::layout {

namespace {

// How many elements one block of the dimension has.
Result<std::uint64_t> block_length(const DistributedDimension& dimension) {
  const std::uint64_t processes = dimension.processes;
  if (processes == 0 || dimension.size > kFileOffsetMax || processes > kFileOffsetMax)
    return error(ErrorKind::invalid_argument, "a dimension of {} elements over {} processes",
                 dimension.size, processes);
  const std::uint64_t share = (dimension.size + processes - 1) / processes;
  switch (dimension.how) {
    case Distribution::none:
      if (processes != 1)
        return error(ErrorKind::invalid_argument,
                     "a dimension that is not distributed, over {} processes", processes);
      return std::max<std::uint64_t>(dimension.size, 1);
    case Distribution::block: {
      const std::uint64_t length = dimension.argument.value_or(std::max<std::uint64_t>(share, 1));
      if (length < share || length == 0)
        return error(ErrorKind::invalid_argument,
                     "{} blocks of {} elements do not hold a dimension of {}", processes, length,
                     dimension.size);
      return length;
    }
    case Distribution::cyclic:
      break;
  }
  const std::uint64_t length = dimension.argument.value_or(1);
  if (length == 0) return error(ErrorKind::invalid_argument, "a cyclic block length of 0");
  return length;
}

// What process `place` of the dimension holds: every processes-th block from its own on, the last
// one possibly cut by the end of the dimension. Bounds are those of the whole dimension.
Result<Type> distribute(const DistributedDimension& dimension, std::uint64_t place,
                        const Type& element) {
  STRAIT_ASSIGN(const std::uint64_t length, block_length(dimension));
  const std::int64_t step = element.extent();
  const auto bytes = [&](std::uint64_t elements) {
    return checked_mul(step, static_cast<std::int64_t>(elements));
  };
  const auto extent = bytes(dimension.size);
  if (!extent) return does_not_fit();

  // Blocks beyond the dimension may have absurd numbers; they are nobody's.
  const auto begin = checked_mul(place, length);
  if (!begin || *begin >= dimension.size) return Type::resized(0, *extent, Type());
  const std::uint64_t left = dimension.size - *begin;
  const auto round = checked_mul(dimension.processes, length);  // elements from block to block
  const bool once = !round || *round >= left;
  const std::uint64_t rounds = once ? 0 : left / *round;
  const std::uint64_t rest = once ? left : left % *round;

  // Whole rounds have whole blocks; what is left of the last round may have one, whole or cut.
  std::vector<Field> fields;
  if (rounds > 0) {
    const auto stride = bytes(*round);
    if (!stride) return does_not_fit();
    STRAIT_ASSIGN(const Type blocks, Type::vector(rounds, length, *stride, element));
    fields.push_back({*bytes(*begin), 1, blocks});
  }
  if (rest > 0) {
    const std::uint64_t start = *begin + (left - rest);
    fields.push_back({*bytes(start), std::min(rest, length), element});
  }
  STRAIT_ASSIGN(const Type held, Type::structure(fields));
  return Type::resized(0, *extent, held);
}

}  // namespace

Result<Type> darray(std::uint64_t rank, std::span<const DistributedDimension> dimensions,
                    ArrayOrder order, const Type& element) {
  if (dimensions.empty()) return error(ErrorKind::invalid_argument, "an array without dimensions");
  std::vector<std::uint64_t> places(dimensions.size());
  std::uint64_t outer = rank;
  for (std::size_t i = dimensions.size(); i-- > 0;) {
    if (dimensions[i].processes == 0)
      return error(ErrorKind::invalid_argument, "a process grid without processes");
    places[i] = outer % dimensions[i].processes;
    outer /= dimensions[i].processes;
  }
  if (outer != 0) return error(ErrorKind::invalid_argument, "rank {} is not in the grid", rank);

  Type array = element;
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    // From the dimension that is contiguous outwards.
    const std::size_t d = order == ArrayOrder::fortran ? i : dimensions.size() - 1 - i;
    STRAIT_ASSIGN(array, distribute(dimensions[d], places[d], array));
  }
  return array;
}

}  // namespace strait::layout
