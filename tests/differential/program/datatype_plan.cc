#include "datatype_plan.h"

#include <algorithm>
#include <limits>

namespace differential {
namespace {

constexpr std::string_view kMakerNames[kMakers] = {
    "named",          "contiguous", "vector",  "hvector",  "indexed", "hindexed", "indexed_block",
    "hindexed_block", "structure",  "resized", "subarray", "darray",  "dup",
};
constexpr std::int64_t kNumberMax = std::int64_t{1} << 40;  // of a plan: far from overflow

// Collects copies of elements; bounds follow from what was placed (section 5.1.7).
class Builder {
 public:
  bool place(const TypeMap& element, std::int64_t at) {
    if (map_.pieces.size() + element.pieces.size() > kPiecesMax) return false;
    for (const Piece& piece : element.pieces) map_.pieces.push_back({at + piece.at, piece.size});
    map_.size += element.size;
    lower_ = std::min(lower_, at + element.lower);
    upper_ = std::max(upper_, at + element.upper);
    any_ = true;
    return true;
  }
  bool block(const TypeMap& element, std::int64_t at, std::int64_t length) {
    if (length < 0 || length > static_cast<std::int64_t>(kPiecesMax)) return false;
    for (std::int64_t i = 0; i < length; ++i)
      if (!place(element, at + i * element.extent())) return false;
    return true;
  }
  TypeMap map() {
    map_.lower = any_ ? lower_ : 0;
    map_.upper = any_ ? upper_ : 0;
    return map_;
  }

 private:
  TypeMap map_;
  std::int64_t lower_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t upper_ = std::numeric_limits<std::int64_t>::min();
  bool any_ = false;
};

using Numbers = std::vector<std::int64_t>;
using Made = std::optional<TypeMap>;

Made named(const Numbers& numbers) {
  if (numbers.size() != 1 || numbers[0] < 0 ||
      numbers[0] >= static_cast<std::int64_t>(named_types().size()))
    return {};
  const NamedType& type = named_types()[static_cast<std::size_t>(numbers[0])];
  TypeMap map;
  map.pieces = type.pieces;
  for (const Piece& piece : type.pieces) map.size += piece.size;
  map.upper = type.extent;
  return map;
}

Made vector(const Numbers& numbers, const TypeMap& element, bool bytes) {
  if (numbers.size() != 3 || numbers[0] < 0) return {};
  Builder builder;
  const std::int64_t stride = numbers[2] * (bytes ? 1 : element.extent());
  for (std::int64_t i = 0; i < numbers[0]; ++i)
    if (!builder.block(element, i * stride, numbers[1])) return {};
  return builder.map();
}

Made indexed(const Numbers& numbers, const TypeMap& element, bool bytes) {
  if (numbers.size() % 2 != 0) return {};
  Builder builder;
  const std::size_t blocks = numbers.size() / 2;
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::int64_t at = numbers[blocks + i] * (bytes ? 1 : element.extent());
    if (!builder.block(element, at, numbers[i])) return {};
  }
  return builder.map();
}

Made indexed_block(const Numbers& numbers, const TypeMap& element, bool bytes) {
  if (numbers.empty()) return {};
  Builder builder;
  for (std::size_t i = 1; i < numbers.size(); ++i)
    if (!builder.block(element, numbers[i] * (bytes ? 1 : element.extent()), numbers[0])) return {};
  return builder.map();
}

Made structure(const DatatypePlan& plan, const std::vector<TypeMap>& earlier) {
  const std::size_t fields = plan.children.size();
  if (plan.numbers.size() != 2 * fields) return {};
  Builder builder;
  for (std::size_t i = 0; i < fields; ++i) {
    const TypeMap& element = earlier[static_cast<std::size_t>(plan.children[i])];
    if (!builder.block(element, plan.numbers[fields + i], plan.numbers[i])) return {};
  }
  return builder.map();
}

// The elements of an array that one rank has, by their indices in each dimension; in the array's
// own order.
Made elements_of_array(const std::vector<std::vector<std::int64_t>>& indices, const Numbers& sizes,
                       bool fortran, const TypeMap& element) {
  const std::size_t dimensions = sizes.size();
  Numbers stride(dimensions);
  std::int64_t all = element.extent();
  for (std::size_t i = 0; i < dimensions; ++i) {
    const std::size_t dimension = fortran ? i : dimensions - 1 - i;
    stride[dimension] = all;
    all *= sizes[dimension];
  }
  std::vector<std::size_t> order(dimensions);  // slowest first
  for (std::size_t i = 0; i < dimensions; ++i) order[i] = fortran ? dimensions - 1 - i : i;
  Numbers starts{0};
  for (const std::size_t dimension : order) {
    Numbers next;
    if (starts.size() * indices[dimension].size() > kPiecesMax) return {};
    for (const std::int64_t start : starts)
      for (const std::int64_t index : indices[dimension])
        next.push_back(start + index * stride[dimension]);
    starts = std::move(next);
  }
  Builder builder;
  for (const std::int64_t start : starts)
    if (!builder.place(element, start)) return {};
  TypeMap map = builder.map();
  map.lower = 0;
  map.upper = all;
  return map;
}

Made subarray(const Numbers& numbers, const TypeMap& element) {
  if (numbers.size() < 4 || numbers.size() % 3 != 1) return {};
  std::vector<std::vector<std::int64_t>> indices;
  Numbers sizes;
  for (std::size_t i = 1; i < numbers.size(); i += 3) {
    const std::int64_t size = numbers[i], part = numbers[i + 1], start = numbers[i + 2];
    if (size < 1 || part < 1 || start < 0 || start + part > size) return {};
    sizes.push_back(size);
    indices.emplace_back();
    for (std::int64_t k = 0; k < part; ++k) indices.back().push_back(start + k);
  }
  return elements_of_array(indices, sizes, numbers[0] != 0, element);
}

Made darray(const Numbers& numbers, const TypeMap& element) {
  if (numbers.size() < 6 || numbers.size() % 4 != 2) return {};
  const std::size_t dimensions = (numbers.size() - 2) / 4;
  std::int64_t processes = 1;
  for (std::size_t i = 0; i < dimensions; ++i) processes *= numbers[5 + 4 * i];
  if (numbers[0] < 0 || numbers[0] >= processes) return {};
  std::vector<std::vector<std::int64_t>> indices(dimensions);
  Numbers sizes(dimensions);
  // Ranks are laid over the grid of processes in row-major order, whatever the array's order.
  std::int64_t rest = numbers[0];
  for (std::size_t k = dimensions; k-- > 0;) {
    const std::int64_t size = numbers[2 + 4 * k], how = numbers[3 + 4 * k];
    const std::int64_t argument = numbers[4 + 4 * k], grid = numbers[5 + 4 * k];
    if (size < 1 || grid < 1 || argument < 0 || how < 0 || how > 2) return {};
    const std::int64_t mine = rest % grid;
    rest /= grid;
    std::int64_t block = size;
    if (how == 0) block = argument != 0 ? argument : (size + grid - 1) / grid;
    if (how == 1) block = argument != 0 ? argument : 1;
    if (how == 0 && block * grid < size) return {};
    if (how == 2 && grid != 1) return {};
    sizes[k] = size;
    for (std::int64_t index = 0; index < size; ++index)
      if (index / block % grid == mine) indices[k].push_back(index);
  }
  return elements_of_array(indices, sizes, numbers[1] != 0, element);
}

std::vector<Piece> sorted(std::vector<Piece> pieces) {
  std::ranges::sort(pieces, {}, &Piece::at);
  return pieces;
}

}  // namespace

std::string_view name_of(Maker maker) { return kMakerNames[static_cast<int>(maker)]; }

const std::vector<NamedType>& named_types() {
  static const std::vector<NamedType> all = {
      {"BYTE", {{0, 1}}, 1},
      {"CHAR", {{0, 1}}, 1},
      {"SHORT", {{0, 2}}, 2},
      {"INT", {{0, 4}}, 4},
      {"UNSIGNED", {{0, 4}}, 4},
      {"LONG_LONG", {{0, 8}}, 8},
      {"INT64_T", {{0, 8}}, 8},
      {"FLOAT", {{0, 4}}, 4},
      {"DOUBLE", {{0, 8}}, 8},
      {"LONG_DOUBLE", {{0, 16}}, 16},
      {"2INT", {{0, 4}, {4, 4}}, 8},
      {"FLOAT_INT", {{0, 4}, {4, 4}}, 8},
      {"DOUBLE_INT", {{0, 8}, {8, 4}}, 16},
      {"SHORT_INT", {{0, 2}, {4, 4}}, 8},
  };
  return all;
}

std::int64_t TypeMap::true_lower() const {
  std::int64_t at = pieces.empty() ? 0 : pieces[0].at;
  for (const Piece& piece : pieces) at = std::min(at, piece.at);
  return at;
}

std::int64_t TypeMap::true_upper() const {
  std::int64_t at = pieces.empty() ? 0 : pieces[0].at + pieces[0].size;
  for (const Piece& piece : pieces) at = std::max(at, piece.at + piece.size);
  return at;
}

bool TypeMap::tiles() const {
  std::int64_t end = 0;
  for (const Piece& piece : pieces) {
    if (piece.at < end) return false;
    end = piece.at + piece.size;
  }
  return pieces.empty() || true_upper() - true_lower() <= extent();
}

bool TypeMap::overlaps() const {
  const std::vector<Piece> in_order = sorted(pieces);
  for (std::size_t i = 1; i < in_order.size(); ++i)
    if (in_order[i].at < in_order[i - 1].at + in_order[i - 1].size) return true;
  return false;
}

namespace {

std::optional<TypeMap> made(const DatatypePlan& plan, const std::vector<TypeMap>& earlier) {
  for (const std::int64_t number : plan.numbers)
    if (number > kNumberMax || number < -kNumberMax) return {};
  for (const int child : plan.children)
    if (child < 0 || static_cast<std::size_t>(child) >= earlier.size()) return {};
  if (plan.maker == Maker::named) return named(plan.numbers);
  if (plan.maker == Maker::structure) return structure(plan, earlier);
  if (plan.children.size() != 1) return {};
  const TypeMap& element = earlier[static_cast<std::size_t>(plan.children[0])];
  switch (plan.maker) {
    case Maker::contiguous:
      return vector({1, plan.numbers.empty() ? -1 : plan.numbers[0], 0}, element, true);
    case Maker::vector:
    case Maker::hvector:
      return vector(plan.numbers, element, plan.maker == Maker::hvector);
    case Maker::indexed:
    case Maker::hindexed:
      return indexed(plan.numbers, element, plan.maker == Maker::hindexed);
    case Maker::indexed_block:
    case Maker::hindexed_block:
      return indexed_block(plan.numbers, element, plan.maker == Maker::hindexed_block);
    case Maker::resized: {
      if (plan.numbers.size() != 2) return {};
      TypeMap map = element;
      map.lower = plan.numbers[0];
      map.upper = plan.numbers[0] + plan.numbers[1];
      return map;
    }
    case Maker::subarray:
      return subarray(plan.numbers, element);
    case Maker::darray:
      return darray(plan.numbers, element);
    case Maker::dup:
      return element;
    default:
      return {};
  }
}

}  // namespace

std::optional<TypeMap> expand(const DatatypePlan& plan, const std::vector<TypeMap>& earlier) {
  auto map = made(plan, earlier);
  if (!map) return {};
  map->uniform =
      plan.maker <= Maker::hvector && (plan.maker != Maker::named || plan.numbers[0] < kFirstPair);
  for (const int child : plan.children)
    map->uniform &= earlier[static_cast<std::size_t>(child)].uniform;
  for (const Piece& piece : map->pieces) map->uniform &= piece.size == map->pieces[0].size;
  return map;
}

}  // namespace differential
