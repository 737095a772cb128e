#include "mpiio/type_translation.h"

#include <cstddef>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "layout/darray.h"
#include "layout/subarray.h"
#include "mpiio/type_contents.h"

namespace strait::mpiio {
namespace {

using layout::Block;
using layout::Field;
using layout::Type;

struct Measures {
  MPI_Count size = 0;
  MPI_Count lower = 0;
  MPI_Count extent = 0;
};

Answer<Measures> measures_of(MPI_Datatype datatype) {
  Measures measures;
  STRAIT_TRY(checked(PMPI_Type_size_x(datatype, &measures.size), "MPI_Type_size"));
  STRAIT_TRY(checked(PMPI_Type_get_extent_x(datatype, &measures.lower, &measures.extent),
                     "MPI_Type_get_extent"));
  return measures;
}

std::uint64_t count(std::int64_t number) { return static_cast<std::uint64_t>(number); }

// MPI_DOUBLE_INT and its like: a value, then an int, as a C structure has them (section 6.9.4).
template <class Value>
Result<Type> pair() {
  struct Layout {
    Value value;
    int index;
  };
  STRAIT_ASSIGN(const Type value, Type::elementary(sizeof(Value)));
  STRAIT_ASSIGN(const Type index, Type::elementary(sizeof(int)));
  const Field fields[] = {{0, 1, value}, {offsetof(Layout, index), 1, index}};
  return Type::structure(fields);
}

Result<Type> named(MPI_Datatype datatype, const Measures& measures) {
  if (datatype == MPI_FLOAT_INT) return pair<float>();
  if (datatype == MPI_DOUBLE_INT) return pair<double>();
  if (datatype == MPI_LONG_INT) return pair<long>();
  if (datatype == MPI_SHORT_INT) return pair<short>();
  if (datatype == MPI_LONG_DOUBLE_INT) return pair<long double>();
  if (measures.size == 0) return Type();
  return Type::elementary(count(measures.size));
}

Answer<Type> translate_at(MPI_Datatype datatype, int depth);

// The lowering of one level, by combiner; numbers stand where section 5.1.13 says.
class Level {
 public:
  Level(const TypeContents& contents, int depth) : contents_(contents), depth_(depth) {}

  Answer<Type> lower() const {
    if (contents_.combiner() == MPI_COMBINER_STRUCT) return structure();
    if (contents_.children() != 1)
      return failure(MPI_ERR_TYPE, "a datatype with a combiner that is not known: {}",
                     contents_.combiner());
    STRAIT_ASSIGN(const Type element, translate_at(contents_.child(0), depth_ + 1));
    Result<Type> lowered = over(element);
    if (!lowered) return failure(MPI_ERR_TYPE, "datatype: {}", lowered.error().what);
    return std::move(*lowered);
  }

 private:
  std::int64_t number(std::size_t index) const { return contents_.number(index); }

  Result<Type> over(const Type& element) const {
    switch (contents_.combiner()) {
      case MPI_COMBINER_DUP:
        return element;
      case MPI_COMBINER_CONTIGUOUS:
        return Type::contiguous(count(number(0)), element);
      case MPI_COMBINER_VECTOR:
        return vector(element);
      case MPI_COMBINER_HVECTOR:
        return Type::vector(count(number(0)), count(number(1)), contents_.address(0, 2), element);
      case MPI_COMBINER_INDEXED:
      case MPI_COMBINER_HINDEXED:
        return indexed(element);
      case MPI_COMBINER_INDEXED_BLOCK:
      case MPI_COMBINER_HINDEXED_BLOCK:
        return indexed_block(element);
      case MPI_COMBINER_SUBARRAY:
        return subarray(element);
      case MPI_COMBINER_DARRAY:
        return darray(element);
      case MPI_COMBINER_RESIZED:
        return Type::resized(contents_.address(0, 0), contents_.address(1, 1), element);
      default:
        return error(ErrorKind::invalid_argument, "its combiner is not known: {}",
                     contents_.combiner());
    }
  }

  Result<Type> vector(const Type& element) const {
    const auto stride = checked_mul(number(2), element.extent());
    if (!stride) return error(ErrorKind::invalid_argument, "a stride beyond 63 bits");
    return Type::vector(count(number(0)), count(number(1)), *stride, element);
  }

  Result<Type> indexed(const Type& element) const {
    const bool in_elements = contents_.combiner() == MPI_COMBINER_INDEXED;
    const auto blocks = static_cast<std::size_t>(number(0));
    std::vector<Block> list(blocks);
    for (std::size_t i = 0; i < blocks; ++i) {
      const std::int64_t at =
          in_elements ? number(1 + blocks + i) : contents_.address(i, 1 + blocks + i);
      const auto bytes = checked_mul(at, in_elements ? element.extent() : 1);
      if (!bytes) return error(ErrorKind::invalid_argument, "a displacement beyond 63 bits");
      list[i] = {*bytes, count(number(1 + i))};
    }
    return Type::indexed(list, element);
  }

  Result<Type> indexed_block(const Type& element) const {
    const bool in_elements = contents_.combiner() == MPI_COMBINER_INDEXED_BLOCK;
    const auto blocks = static_cast<std::size_t>(number(0));
    std::vector<std::int64_t> displacements(blocks);
    for (std::size_t i = 0; i < blocks; ++i) {
      const std::int64_t at = in_elements ? number(2 + i) : contents_.address(i, 2 + i);
      const auto bytes = checked_mul(at, in_elements ? element.extent() : 1);
      if (!bytes) return error(ErrorKind::invalid_argument, "a displacement beyond 63 bits");
      displacements[i] = *bytes;
    }
    return Type::indexed(displacements, count(number(1)), element);
  }

  Answer<Type> structure() const {
    const std::size_t fields = contents_.children();
    std::vector<Field> list(fields);
    for (std::size_t i = 0; i < fields; ++i) {
      STRAIT_ASSIGN(Type type, translate_at(contents_.child(i), depth_ + 1));
      list[i] = {contents_.address(i, 1 + fields + i), count(number(1 + i)), std::move(type)};
    }
    Result<Type> lowered = Type::structure(list);
    if (!lowered) return failure(MPI_ERR_TYPE, "datatype: {}", lowered.error().what);
    return std::move(*lowered);
  }

  Result<Type> subarray(const Type& element) const {
    const auto dimensions = static_cast<std::size_t>(contents_.integers()[0]);
    const int order =
        contents_.large() ? contents_.integers()[1] : contents_.integers()[1 + 3 * dimensions];
    const std::size_t first = contents_.large() ? 0 : 1;
    std::vector<layout::Slice> slices(dimensions);
    for (std::size_t i = 0; i < dimensions; ++i) {
      slices[i] = {count(number(first + i)), count(number(first + dimensions + i)),
                   count(number(first + 2 * dimensions + i))};
    }
    return layout::subarray(slices, array_order(order), element);
  }

  Result<Type> darray(const Type& element) const {
    const std::vector<int>& integers = contents_.integers();
    const auto dimensions = static_cast<std::size_t>(integers[2]);
    // Behind size, rank and the number of dimensions: the global sizes, which a large type has
    // among its counts, then distributions, arguments, process grid and order.
    const std::size_t rest = 3 + (contents_.large() ? 0 : dimensions);
    std::vector<layout::DistributedDimension> list(dimensions);
    for (std::size_t i = 0; i < dimensions; ++i) {
      layout::DistributedDimension& dimension = list[i];
      dimension.size = count(contents_.large() ? contents_.counts()[i] : integers[3 + i]);
      const int how = integers[rest + i];
      dimension.how = how == MPI_DISTRIBUTE_BLOCK    ? layout::Distribution::block
                      : how == MPI_DISTRIBUTE_CYCLIC ? layout::Distribution::cyclic
                                                     : layout::Distribution::none;
      const int argument = integers[rest + dimensions + i];
      if (argument != MPI_DISTRIBUTE_DFLT_DARG) dimension.argument = count(argument);
      dimension.processes = count(integers[rest + 2 * dimensions + i]);
    }
    return layout::darray(count(integers[1]), list, array_order(integers[rest + 3 * dimensions]),
                          element);
  }

  static layout::ArrayOrder array_order(int order) {
    return order == MPI_ORDER_FORTRAN ? layout::ArrayOrder::fortran : layout::ArrayOrder::c;
  }

  const TypeContents& contents_;
  const int depth_;
};

Answer<Type> translate_at(MPI_Datatype datatype, int depth) {
  if (depth > kTypeDepthMax)
    return failure(MPI_ERR_TYPE, "a datatype of more than {} levels", kTypeDepthMax);
  STRAIT_ASSIGN(const Measures measures, measures_of(datatype));
  STRAIT_ASSIGN(const TypeContents contents, TypeContents::of(datatype));
  Type type;
  if (is_predefined_combiner(contents.combiner())) {
    STRAIT_ASSIGN(type, named(datatype, measures));
  } else {
    STRAIT_ASSIGN(type, Level(contents, depth).lower());
  }
  if (type.size() != count(measures.size))
    return failure(MPI_ERR_INTERN, "a datatype of {} bytes was taken for one of {}", measures.size,
                   type.size());
  // Alignment of structures, and whatever else MPI knows and the tree does not show.
  if (type.lower_bound() == measures.lower && type.extent() == measures.extent) return type;
  STRAIT_ASSIGN(type, Type::resized(measures.lower, measures.extent, type));
  return type;
}

}  // namespace

Answer<layout::Type> translate(MPI_Datatype datatype) { return translate_at(datatype, 0); }

}  // namespace strait::mpiio
