#include "datatype_generator.h"

#include <algorithm>
#include <cstdlib>

namespace differential {
namespace {

constexpr std::int64_t kSizeMax = 2048;    // bytes of data in one type
constexpr std::int64_t kExtentMax = 8192;  // bytes
constexpr int kTries = 6;

}  // namespace

int DatatypeGenerator::add(DatatypePlan plan) {
  // The same one again.
  for (std::size_t i = 0; i < plans_.size(); ++i)
    if (plan.maker == Maker::named && plans_[i].maker == Maker::named &&
        plans_[i].numbers == plan.numbers)
      return static_cast<int>(i);
  const auto expanded = expand(plan, maps_);
  if (!expanded || expanded->size > kSizeMax || std::abs(expanded->extent()) > kExtentMax)
    return -1;
  if (!made_.add(plan, *expanded)) return -1;
  plans_.push_back(std::move(plan));
  maps_.push_back(*expanded);
  return static_cast<int>(plans_.size()) - 1;
}

int DatatypeGenerator::etype() {
  const std::int64_t base = random_.percent(30) ? kByte : random_.between(0, kFirstPair - 1);
  const std::int64_t kind = random_.between(0, 99);
  if (kind < 55) return named(base);
  if (everything_ && kind < 65)
    return named(random_.between(kFirstPair, static_cast<std::int64_t>(named_types().size()) - 1));
  if (everything_ && kind < 72) {
    const int mixed = add({Maker::structure,
                           {1, 1, 1, 0, 8, 16},
                           {named(3), named(8), named(2)}});  // int, double, short
    return mixed < 0 ? named(base) : add({Maker::resized, {0, 24}, {mixed}});
  }
  const int element = named(base);
  const int made = derived(element, map(element).extent(), Use::file);
  return made < 0 || map(made).size == 0 ? element : made;
}

int DatatypeGenerator::filetype(int etype) {
  return nested(etype, Use::file, static_cast<int>(random_.between(0, everything_ ? 3 : 1)));
}

int DatatypeGenerator::memory(int etype, bool for_reading) {
  int base = etype;
  const TypeMap& wanted = map(etype);
  const std::int64_t piece = wanted.pieces[0].size;
  const bool uniform =
      std::ranges::all_of(wanted.pieces, [&](const Piece& other) { return other.size == piece; });
  if (wanted.size == 1) {
    base = named(random_.between(
        0, (everything_ ? static_cast<std::int64_t>(named_types().size()) : kFirstPair) - 1));
  } else if (uniform && random_.percent(80)) {
    for (std::int64_t which = 0; which < kFirstPair; ++which)
      if (named_types()[static_cast<std::size_t>(which)].extent == piece) base = named(which);
  }
  for (int attempt = 0; attempt < kTries; ++attempt) {
    const int made =
        nested(base, Use::memory, static_cast<int>(random_.between(0, everything_ ? 3 : 1)));
    if (map(made).size > 0 && !(for_reading && map(made).overlaps())) return made;
  }
  return base;
}

int DatatypeGenerator::part_of_array(int etype, int rank, int ranks, std::uint64_t shape) {
  Random same(shape);
  const bool two = same.percent(60);
  DatatypePlan plan{Maker::darray, {rank, same.between(0, 1)}, {etype}};
  const bool split_first = same.percent(50);
  for (int dimension = 0; dimension < (two ? 2 : 1); ++dimension) {
    const std::int64_t grid = !two || (dimension == 0) == split_first ? ranks : 1;
    const std::int64_t size = same.between(1, 9);
    const std::int64_t how = grid == 1 && same.percent(50) ? 2 : same.between(0, 1);
    std::int64_t argument = same.percent(50) ? 0 : same.between(1, 3);
    if (how == 2 || (how == 0 && argument * grid < size)) argument = 0;
    plan.numbers.insert(plan.numbers.end(), {size, how, argument, grid});
  }
  const int made = add(plan);
  return made < 0 ? etype : made;
}

int DatatypeGenerator::every_other(int etype, std::int64_t block, std::int64_t blocks, int ranks) {
  const std::int64_t extent = map(etype).extent();
  const int strided = add({Maker::vector, {blocks, block, block * ranks}, {etype}});
  if (strided < 0) return etype;
  const int made = add({Maker::resized, {0, blocks * block * ranks * extent}, {strided}});
  return made < 0 ? etype : made;
}

// The outermost of some levels; a level that cannot be made is left out.
int DatatypeGenerator::nested(int base, Use use, int levels) {
  const std::int64_t unit = map(base).extent();
  int type = base;
  for (int level = 0; level < levels; ++level) {
    const int next = derived(type, unit, use);
    if (next >= 0) type = next;
  }
  return type;
}

int DatatypeGenerator::derived(int child, std::int64_t unit, Use use) {
  for (int attempt = 0; attempt < kTries; ++attempt) {
    // Of types without data nothing is made: MPICH's MPI_Get_elements divides by their size.
    const int made = map(child).size > 0 ? add(draw(child, unit, use)) : -1;
    if (made < 0) continue;
    if (use == Use::memory || (map(made).tiles() && map(made).extent() > 0)) return made;
    plans_.pop_back();
    maps_.pop_back();
    made_.drop_last();
  }
  return -1;
}

DatatypePlan DatatypeGenerator::draw(int child, std::int64_t unit, Use use) {
  DatatypePlan plan;
  plan.children = {child};
  // Stock MPI-IO does not know the last one, MPI_Type_dup.
  plan.maker = static_cast<Maker>(random_.between(1, kMakers - (everything_ ? 1 : 2)));
  const bool unordered = use == Use::memory && everything_;
  const TypeMap& element = map(child);
  const std::int64_t low = unordered ? -3 : 0;
  switch (plan.maker) {
    case Maker::contiguous:
      plan.numbers = {random_.between(everything_ && random_.percent(5) ? 0 : 1, 4)};
      break;
    case Maker::vector:
    case Maker::hvector: {
      const std::int64_t block = random_.between(everything_ && random_.percent(5) ? 0 : 1, 3);
      std::int64_t stride = block + random_.between(low, 3);
      if (unordered && random_.percent(20)) stride = -stride;
      plan.numbers = {random_.between(1, 4), block, stride};
      if (plan.maker == Maker::hvector) plan.numbers[2] *= element.extent();
      break;
    }
    case Maker::resized: {
      const std::int64_t gap = random_.between(0, 3) * unit;
      plan.numbers = {
          element.lower - (!everything_ || random_.percent(70) ? 0 : random_.between(0, 2) * unit),
          element.true_upper() - element.true_lower() + gap};
      if (unordered && random_.percent(10)) plan.numbers[1] += random_.between(0, 5);
      if (use == Use::file && plan.numbers[1] % unit != 0)
        plan.numbers[1] += unit - plan.numbers[1] % unit;
      break;
    }
    case Maker::subarray:
    case Maker::darray:
      draw_array(plan);
      break;
    case Maker::dup:
      break;
    default:
      draw_blocks(plan, unit, use);
  }
  return plan;
}

// The makers that take lists.
void DatatypeGenerator::draw_blocks(DatatypePlan& plan, std::int64_t unit, Use use) {
  const TypeMap& element = map(plan.children[0]);
  const bool unordered = use == Use::memory && everything_;
  const std::int64_t blocks = random_.between(1, 4);
  const bool equal = plan.maker == Maker::indexed_block || plan.maker == Maker::hindexed_block;
  const bool in_bytes = plan.maker == Maker::hindexed || plan.maker == Maker::hindexed_block ||
                        plan.maker == Maker::structure;
  const std::int64_t all = random_.between(1, 3);
  Numbers lengths, places;
  std::int64_t at = random_.percent(50) ? 0 : random_.between(0, 3);
  if (unordered && random_.percent(30)) at = -random_.between(1, 6);
  for (std::int64_t i = 0; i < blocks; ++i) {
    const std::int64_t length =
        equal ? all : random_.between(everything_ && random_.percent(15) ? 0 : 1, 3);
    lengths.push_back(length);
    places.push_back(at);
    at += length + random_.between(0, 3);
  }
  if (unordered && random_.percent(30)) {
    std::swap(places.front(), places.back());
    std::swap(lengths.front(), lengths.back());
  }
  if (in_bytes) {
    // Whole units further apart than whole elements would be, now and then.
    std::int64_t further = 0;
    for (std::int64_t& place : places) {
      place = place * element.extent() + further;
      if (random_.percent(20)) further += unit;
    }
  }
  if (plan.maker == Maker::structure)
    plan.children.assign(static_cast<std::size_t>(blocks), plan.children[0]);
  plan.numbers = equal ? Numbers{all} : lengths;
  plan.numbers.insert(plan.numbers.end(), places.begin(), places.end());
}

void DatatypeGenerator::draw_array(DatatypePlan& plan) {
  const std::int64_t dimensions = random_.between(1, 3);
  std::int64_t processes = 1;
  if (plan.maker == Maker::darray) plan.numbers = {0, random_.between(0, 1)};
  if (plan.maker == Maker::subarray) plan.numbers = {random_.between(0, 1)};
  for (std::int64_t i = 0; i < dimensions; ++i) {
    const std::int64_t size = random_.between(1, 5);
    if (plan.maker == Maker::subarray) {
      const std::int64_t part = random_.between(1, size);
      plan.numbers.insert(plan.numbers.end(), {size, part, random_.between(0, size - part)});
      continue;
    }
    const std::int64_t how = random_.between(0, 2);
    const std::int64_t grid = how == 2 ? 1 : random_.between(1, 3);
    std::int64_t argument = how == 1 && random_.percent(50) ? random_.between(1, 2) : 0;
    if (how == 0 && random_.percent(30)) argument = (size + grid - 1) / grid + 1;
    plan.numbers.insert(plan.numbers.end(), {size, how, argument, grid});
    processes *= grid;
  }
  if (plan.maker == Maker::darray) plan.numbers[0] = random_.between(0, processes - 1);
}

}  // namespace differential
