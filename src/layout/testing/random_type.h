// Random types, each built twice: by this room's constructors, and literally. All constructors,
// nested, with counts and blocks of zero, negative strides and extents, overlap, absolute-looking
// displacements; kept to a few thousand bytes so that the literal form stays cheap.
#pragma once

#include <stdexcept>

#include "base/random.h"
#include "layout/testing/array_map.h"

namespace strait::layout::testing {

struct Sample {
  Type type;
  TypeMap map;
};

inline constexpr std::size_t kSampleBytesMax = 1500;

template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(to_string(result.error()));
  return std::move(*result);
}

class RandomTypes {
 public:
  explicit RandomTypes(std::uint64_t seed) : random_(seed) {}

  Sample any(int depth) {
    for (;;) {
      Sample sample = depth == 0 ? elementary() : construct(depth);
      if (sample.map.bytes.size() <= kSampleBytesMax) return sample;
    }
  }
  // Ascending without overlap: what a file can have.
  Sample filetype(int depth) {
    ascending_ = true;
    Sample sample = any(depth);
    ascending_ = false;
    const std::int64_t span = sample.map.true_upper();
    const std::int64_t extent = span + small(3);
    return {must(Type::resized(0, extent, sample.type)), resized_map(sample.map, 0, extent)};
  }
  std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low + 1)));
  }

 private:
  std::int64_t small(std::int64_t bound) { return between(0, bound); }

  // Zero now and then.
  std::uint64_t count_below(std::uint64_t bound) {
    return random_.chance(1, 16) ? 0 : 1 + below(bound - 1);
  }

  Sample elementary() {
    const std::uint64_t size = random_.chance(1, 40) ? 0 : 1 + below(8);
    return {must(Type::elementary(size)), elementary_map(size)};
  }

  Sample construct(int depth) {
    const Sample element = any(depth - 1 - static_cast<int>(below(2)) * (depth > 1));
    switch (below(8)) {
      case 0:
        return contiguous(element);
      case 1:
        return vector(element);
      case 2:
        return indexed(element);
      case 3:
        return indexed_block(element);
      case 4:
        return structure(element, depth);
      case 5:
        return array(element);
      case 6:
        return distributed(element);
      default:
        return resized(element);
    }
  }

  Sample contiguous(const Sample& element) {
    const std::uint64_t count = count_below(6);
    Sample sample{must(Type::contiguous(count, element.type)), {}};
    sample.map.append_block(element.map, 0, count);
    return sample;
  }

  // A distance that keeps blocks apart where that is wanted; often one that makes them touch.
  std::int64_t stride_for(const TypeMap& map, std::uint64_t length) {
    const std::int64_t reach = map.extent() * static_cast<std::int64_t>(length);
    if (random_.chance(1, 3)) return reach;
    if (ascending_) return std::max(reach, map.true_upper()) + small(12);
    return between(-60, 60);
  }

  Sample vector(const Sample& element) {
    const std::uint64_t count = count_below(6);
    const std::uint64_t length = count_below(4);
    const std::int64_t stride = stride_for(element.map, length);
    Sample sample{must(Type::vector(count, length, stride, element.type)), {}};
    for (std::uint64_t i = 0; i < count; ++i)
      sample.map.append_block(element.map, static_cast<std::int64_t>(i) * stride, length);
    return sample;
  }

  Sample indexed(const Sample& element) {
    std::vector<Block> blocks;
    TypeMap map;
    std::int64_t at = small(20);
    for (std::uint64_t i = count_below(7); i > 0; --i) {
      blocks.push_back({at, count_below(4)});
      map.append_block(element.map, at, blocks.back().count);
      at += stride_for(element.map, blocks.back().count);
    }
    return {must(Type::indexed(blocks, element.type)), map};
  }

  Sample indexed_block(const Sample& element) {
    std::vector<std::int64_t> at;
    TypeMap map;
    const std::uint64_t length = 1 + below(2);
    std::int64_t next = small(20);
    for (std::uint64_t i = count_below(7); i > 0; --i) {
      at.push_back(next);
      map.append_block(element.map, next, length);
      next += stride_for(element.map, length);
    }
    return {must(Type::indexed(at, length, element.type)), map};
  }

  Sample structure(const Sample& first, int depth) {
    std::vector<Field> fields;
    TypeMap map;
    std::int64_t at = ascending_ ? small(20) : between(-50, 50);
    Sample member = first;
    for (std::uint64_t i = count_below(6); i > 0; --i) {
      const std::uint64_t count = count_below(3);
      fields.push_back({at, count, member.type});
      map.append_block(member.map, at, count);
      at += stride_for(member.map, count);
      if (ascending_) at = std::max(at, map.true_upper());
      if (random_.chance(2, 3)) member = any(depth - 1);
    }
    return {must(Type::structure(fields)), map};
  }

  Sample array(const Sample& element) {
    std::vector<Slice> slices;
    for (std::uint64_t i = 1 + below(3); i > 0; --i) {
      const std::uint64_t size = 1 + below(4);
      const std::uint64_t count = 1 + below(size);
      slices.push_back({size, count, below(size - count + 1)});
    }
    const auto order = random_.chance(1, 2) ? ArrayOrder::c : ArrayOrder::fortran;
    return {must(subarray(slices, order, element.type)), subarray_map(slices, order, element.map)};
  }

  Sample distributed(const Sample& element) {
    std::vector<DistributedDimension> dimensions;
    std::uint64_t processes = 1;
    for (std::uint64_t i = 1 + below(3); i > 0; --i) {
      DistributedDimension d{1 + below(7), static_cast<Distribution>(below(3)), {}, 1};
      if (d.how != Distribution::none) d.processes = 1 + below(3);
      if (d.how == Distribution::cyclic && random_.chance(1, 2)) d.argument = 1 + below(3);
      if (d.how == Distribution::block && random_.chance(1, 2))
        d.argument = (d.size + d.processes - 1) / d.processes + below(2);
      processes *= d.processes;
      dimensions.push_back(d);
    }
    const std::uint64_t rank = below(processes);
    const auto order = random_.chance(1, 2) ? ArrayOrder::c : ArrayOrder::fortran;
    return {must(darray(rank, dimensions, order, element.type)),
            darray_map(rank, dimensions, order, element.map)};
  }

  Sample resized(const Sample& element) {
    const std::int64_t lower = ascending_ ? 0 : between(-30, 30);
    const std::int64_t extent = ascending_ ? element.map.true_upper() + small(8) : between(-20, 60);
    return {must(Type::resized(lower, extent, element.type)),
            resized_map(element.map, lower, extent)};
  }

  SeededRandom random_;
  bool ascending_ = false;
};

}  // namespace strait::layout::testing
