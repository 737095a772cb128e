// The oracle of this room's tests: MPI's definition of a datatype taken literally, one entry per
// byte and one per bound marker, no simplification, no cleverness. Slow and obviously right.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "layout/cursor.h"

namespace strait::layout::testing {

struct TypeMap {
  std::vector<std::int64_t> bytes;  // displacements, in type map order
  std::vector<std::int64_t> lower_markers;
  std::vector<std::int64_t> upper_markers;

  std::int64_t true_lower() const { return bytes.empty() ? 0 : *std::ranges::min_element(bytes); }
  std::int64_t true_upper() const {
    return bytes.empty() ? 0 : *std::ranges::max_element(bytes) + 1;
  }
  std::int64_t lower() const {
    return lower_markers.empty() ? true_lower() : *std::ranges::min_element(lower_markers);
  }
  std::int64_t upper() const {
    return upper_markers.empty() ? true_upper() : *std::ranges::max_element(upper_markers);
  }
  std::int64_t extent() const { return upper() - lower(); }

  void append(const TypeMap& other, std::int64_t displacement) {
    for (const auto at : other.bytes) bytes.push_back(at + displacement);
    for (const auto at : other.lower_markers) lower_markers.push_back(at + displacement);
    for (const auto at : other.upper_markers) upper_markers.push_back(at + displacement);
  }
  // `count` copies in a row, one extent apart.
  void append_block(const TypeMap& element, std::int64_t displacement, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i)
      append(element, displacement + static_cast<std::int64_t>(i) * element.extent());
  }
};

inline TypeMap elementary_map(std::uint64_t size) {
  TypeMap map;
  for (std::uint64_t i = 0; i < size; ++i) map.bytes.push_back(static_cast<std::int64_t>(i));
  return map;
}

inline TypeMap resized_map(const TypeMap& of, std::int64_t lower, std::int64_t extent) {
  return {of.bytes, {lower}, {lower + extent}};
}

// Where the bytes [from, from + length) of the stream lie, of copies laid end to end.
inline std::vector<std::int64_t> tiled(const TypeMap& map, std::int64_t displacement,
                                       std::uint64_t from, std::uint64_t length) {
  std::vector<std::int64_t> bytes;
  for (std::uint64_t i = from; i < from + length; ++i) {
    const auto tile = static_cast<std::int64_t>(i / map.bytes.size());
    bytes.push_back(displacement + tile * map.extent() + map.bytes[i % map.bytes.size()]);
  }
  return bytes;
}

inline std::vector<Run> maximal_runs(const std::vector<std::int64_t>& bytes) {
  std::vector<Run> runs;
  for (const std::int64_t at : bytes) {
    if (!runs.empty() && runs.back().end() == at)
      ++runs.back().length;
    else
      runs.push_back({at, 1});
  }
  return runs;
}

inline std::vector<std::int64_t> bytes_of_runs(const std::vector<Run>& runs) {
  std::vector<std::int64_t> bytes;
  for (const Run& run : runs)
    for (std::uint64_t i = 0; i < run.length; ++i)
      bytes.push_back(run.offset + static_cast<std::int64_t>(i));
  return bytes;
}

}  // namespace strait::layout::testing
