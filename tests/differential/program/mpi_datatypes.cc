#include "mpi_datatypes.h"

namespace differential {
namespace {

MPI_Datatype named(std::int64_t index) {
  const MPI_Datatype all[] = {MPI_BYTE,       MPI_CHAR,        MPI_SHORT,   MPI_INT,
                              MPI_UNSIGNED,   MPI_LONG_LONG,   MPI_INT64_T, MPI_FLOAT,
                              MPI_DOUBLE,     MPI_LONG_DOUBLE, MPI_2INT,    MPI_FLOAT_INT,
                              MPI_DOUBLE_INT, MPI_SHORT_INT};
  return all[index];
}

// The arguments of one constructor, as MPI wants them.
class Arguments {
 public:
  explicit Arguments(const std::vector<std::int64_t>& numbers) : numbers_(numbers) {}

  int integer(std::size_t index) const { return static_cast<int>(numbers_[index]); }
  MPI_Aint address(std::size_t index) const { return static_cast<MPI_Aint>(numbers_[index]); }
  // `count` of them, from `first` on, `step` apart.
  std::vector<int> integers(std::size_t first, std::size_t count, std::size_t step = 1) const {
    std::vector<int> list;
    for (std::size_t i = 0; i < count; ++i) list.push_back(integer(first + i * step));
    return list;
  }
  std::vector<MPI_Aint> addresses(std::size_t first, std::size_t count) const {
    return {numbers_.begin() + static_cast<std::ptrdiff_t>(first),
            numbers_.begin() + static_cast<std::ptrdiff_t>(first + count)};
  }
  std::size_t size() const { return numbers_.size(); }

 private:
  const std::vector<std::int64_t>& numbers_;
};

int order_of(int number) { return number != 0 ? MPI_ORDER_FORTRAN : MPI_ORDER_C; }

MPI_Datatype subarray(const Arguments& given, MPI_Datatype element) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  const std::size_t dimensions = given.size() / 3;
  MPI_Type_create_subarray(static_cast<int>(dimensions), given.integers(1, dimensions, 3).data(),
                           given.integers(2, dimensions, 3).data(),
                           given.integers(3, dimensions, 3).data(), order_of(given.integer(0)),
                           element, &type);
  return type;
}

MPI_Datatype darray(const Arguments& given, MPI_Datatype element) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  const std::size_t dimensions = given.size() / 4;
  std::vector<int> how = given.integers(3, dimensions, 4);
  std::vector<int> arguments = given.integers(4, dimensions, 4);
  const std::vector<int> grid = given.integers(5, dimensions, 4);
  int processes = 1;
  for (std::size_t i = 0; i < dimensions; ++i) {
    how[i] = how[i] == 0   ? MPI_DISTRIBUTE_BLOCK
             : how[i] == 1 ? MPI_DISTRIBUTE_CYCLIC
                           : MPI_DISTRIBUTE_NONE;
    if (arguments[i] == 0) arguments[i] = MPI_DISTRIBUTE_DFLT_DARG;
    processes *= grid[i];
  }
  MPI_Type_create_darray(processes, given.integer(0), static_cast<int>(dimensions),
                         given.integers(2, dimensions, 4).data(), how.data(), arguments.data(),
                         grid.data(), order_of(given.integer(1)), element, &type);
  return type;
}

MPI_Datatype make(const DatatypePlan& plan, const std::vector<MPI_Datatype>& earlier) {
  const Arguments given(plan.numbers);
  MPI_Datatype type = MPI_DATATYPE_NULL;
  if (plan.maker == Maker::named) return named(plan.numbers[0]);
  std::vector<MPI_Datatype> children;
  for (const int child : plan.children)
    children.push_back(earlier[static_cast<std::size_t>(child)]);
  const MPI_Datatype element = children.empty() ? MPI_BYTE : children[0];
  const std::size_t half = given.size() / 2;
  const int blocks = static_cast<int>(half);
  switch (plan.maker) {
    case Maker::contiguous:
      MPI_Type_contiguous(given.integer(0), element, &type);
      break;
    case Maker::vector:
      MPI_Type_vector(given.integer(0), given.integer(1), given.integer(2), element, &type);
      break;
    case Maker::hvector:
      MPI_Type_create_hvector(given.integer(0), given.integer(1), given.address(2), element, &type);
      break;
    case Maker::indexed:
      MPI_Type_indexed(blocks, given.integers(0, half).data(), given.integers(half, half).data(),
                       element, &type);
      break;
    case Maker::hindexed:
      MPI_Type_create_hindexed(blocks, given.integers(0, half).data(),
                               given.addresses(half, half).data(), element, &type);
      break;
    case Maker::indexed_block:
      MPI_Type_create_indexed_block(static_cast<int>(given.size()) - 1, given.integer(0),
                                    given.integers(1, given.size() - 1).data(), element, &type);
      break;
    case Maker::hindexed_block:
      MPI_Type_create_hindexed_block(static_cast<int>(given.size()) - 1, given.integer(0),
                                     given.addresses(1, given.size() - 1).data(), element, &type);
      break;
    case Maker::structure:
      MPI_Type_create_struct(blocks, given.integers(0, half).data(),
                             given.addresses(half, half).data(), children.data(), &type);
      break;
    case Maker::resized:
      MPI_Type_create_resized(element, given.address(0), given.address(1), &type);
      break;
    case Maker::subarray:
      return subarray(given, element);
    case Maker::darray:
      return darray(given, element);
    default:
      MPI_Type_dup(element, &type);
  }
  return type;
}

}  // namespace

MpiDatatypes::~MpiDatatypes() {
  while (!types_.empty()) drop_last();
}

bool MpiDatatypes::add(const DatatypePlan& plan, const TypeMap& map) {
  MPI_Datatype type = make(plan, types_);
  if (type == MPI_DATATYPE_NULL) return false;
  if (plan.maker != Maker::named) MPI_Type_commit(&type);
  types_.push_back(type);
  MPI_Aint lower = 0, extent = 0;
  int size = 0;
  MPI_Type_get_extent(type, &lower, &extent);
  MPI_Type_size(type, &size);
  if (lower == map.lower && extent == map.extent() && size == map.size) return true;
  drop_last();
  return false;
}

void MpiDatatypes::drop_last() {
  int integers = 0, addresses = 0, children = 0, combiner = MPI_COMBINER_NAMED;
  MPI_Type_get_envelope(types_.back(), &integers, &addresses, &children, &combiner);
  if (combiner != MPI_COMBINER_NAMED) MPI_Type_free(&types_.back());
  types_.pop_back();
}

}  // namespace differential
