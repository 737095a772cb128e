#include "mpiio/type_translation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "layout/pack.h"
#include "mpiio/mpi.h"

namespace strait::mpiio {
namespace {

// A derived type that is freed at the end of its scope.
class Derived {
 public:
  Derived() = default;
  Derived(Derived&& other) noexcept : type(std::exchange(other.type, MPI_DATATYPE_NULL)) {}
  ~Derived() {
    if (type != MPI_DATATYPE_NULL) MPI_Type_free(&type);
  }
  MPI_Datatype type = MPI_DATATYPE_NULL;
};

// The oracle: MPI's own packing of two elements, its size, and its bounds.
void expect_same(MPI_Datatype type, const std::string& what) {
  MPI_Type_commit(&type);
  const Answer<layout::Type> ours = translate(type);
  ASSERT_TRUE(ours) << what << ": " << ours.error().text;
  MPI_Count size = 0;
  MPI_Count lower = 0;
  MPI_Count extent = 0;
  MPI_Count true_lower = 0;
  MPI_Count true_extent = 0;
  MPI_Type_size_x(type, &size);
  MPI_Type_get_extent_x(type, &lower, &extent);
  MPI_Type_get_true_extent_x(type, &true_lower, &true_extent);
  EXPECT_EQ(ours->size(), static_cast<std::uint64_t>(size)) << what;
  EXPECT_EQ(ours->lower_bound(), lower) << what;
  EXPECT_EQ(ours->extent(), extent) << what;
  if (size == 0) return;
  EXPECT_EQ(ours->true_lower_bound(), true_lower) << what;
  EXPECT_EQ(ours->true_upper_bound(), true_lower + true_extent) << what;

  constexpr int kElements = 2;
  const MPI_Count low = std::min<MPI_Count>(true_lower, true_lower + extent);
  const MPI_Count high = std::max<MPI_Count>(true_lower, true_lower + extent) + true_extent;
  std::vector<std::byte> memory(static_cast<std::size_t>(high - low));
  SeededRandom random(1);
  for (std::byte& byte : memory) byte = static_cast<std::byte>(random.next());
  const std::byte* const base = memory.data() - low;
  std::vector<std::byte> expected(static_cast<std::size_t>(kElements * size) + 64);
  int position = 0;
  MPI_Pack(base, kElements, type, expected.data(), static_cast<int>(expected.size()), &position,
           MPI_COMM_SELF);
  ASSERT_EQ(position, kElements * size) << what;
  expected.resize(static_cast<std::size_t>(position));
  std::vector<std::byte> found(expected.size());
  layout::Cursor cursor(*ours);
  ASSERT_TRUE(cursor.seek(0, found.size()));
  EXPECT_EQ(layout::pack(cursor, base, found), found.size());
  EXPECT_EQ(found, expected) << what;
}

TEST(TypeTranslation, TakesNamedTypes) {
  for (const MPI_Datatype type : {MPI_BYTE,
                                  MPI_CHAR,
                                  MPI_SHORT,
                                  MPI_INT,
                                  MPI_LONG,
                                  MPI_FLOAT,
                                  MPI_DOUBLE,
                                  MPI_LONG_DOUBLE,
                                  MPI_WCHAR,
                                  MPI_C_BOOL,
                                  MPI_C_DOUBLE_COMPLEX,
                                  MPI_OFFSET,
                                  MPI_COUNT,
                                  MPI_AINT,
                                  MPI_2INT,
                                  MPI_FLOAT_INT,
                                  MPI_DOUBLE_INT,
                                  MPI_LONG_INT,
                                  MPI_SHORT_INT,
                                  MPI_LONG_DOUBLE_INT,
                                  MPI_INTEGER,
                                  MPI_REAL,
                                  MPI_DOUBLE_PRECISION,
                                  MPI_LOGICAL}) {
    char name[MPI_MAX_OBJECT_NAME] = "";
    int length = 0;
    MPI_Type_get_name(type, name, &length);
    expect_same(type, name);
  }
}

TEST(TypeTranslation, TakesTypesOfFortranKinds) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  ASSERT_EQ(MPI_Type_create_f90_real(15, 300, &type), MPI_SUCCESS);
  const auto ours = translate(type);
  ASSERT_TRUE(ours);
  EXPECT_EQ(ours->size(), sizeof(double));
}

TEST(TypeTranslation, TakesAStructureWithPadding) {
  struct Record {
    double value;
    char letter;
  };
  Derived record;
  const int lengths[] = {1, 1};
  const MPI_Aint places[] = {offsetof(Record, value), offsetof(Record, letter)};
  const MPI_Datatype types[] = {MPI_DOUBLE, MPI_CHAR};
  MPI_Type_create_struct(2, lengths, places, types, &record.type);
  expect_same(record.type, "record");
  Derived rows;
  MPI_Type_vector(3, 2, 4, record.type, &rows.type);
  expect_same(rows.type, "rows of records");
}

TEST(TypeTranslation, TakesArrays) {
  const int sizes[] = {4, 5, 6};
  const int parts[] = {2, 3, 4};
  const int starts[] = {1, 1, 2};
  const int distributions[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE};
  const int arguments[] = {MPI_DISTRIBUTE_DFLT_DARG, 2, MPI_DISTRIBUTE_DFLT_DARG};
  const int grid[] = {2, 2, 1};
  for (const int order : {MPI_ORDER_C, MPI_ORDER_FORTRAN}) {
    Derived block;
    MPI_Type_create_subarray(3, sizes, parts, starts, order, MPI_INT, &block.type);
    expect_same(block.type, "subarray");
    for (int rank = 0; rank < 4; ++rank) {
      Derived share;
      MPI_Type_create_darray(4, rank, 3, sizes, distributions, arguments, grid, order, MPI_SHORT,
                             &share.type);
      expect_same(share.type, "darray of rank " + std::to_string(rank));
    }
  }
}

#if STRAIT_LARGE_COUNTS
TEST(TypeTranslation, TakesTypesMadeWithLargeCounts) {
  const MPI_Count lengths[] = {1, 2, 3};
  const MPI_Count places[] = {0, 4, 16};
  const MPI_Datatype types[] = {MPI_INT, MPI_SHORT, MPI_DOUBLE};
  Derived vector, hvector, indexed, hindexed, blocks, hblocks, record, resized, contiguous;
  MPI_Type_contiguous_c(3, MPI_INT, &contiguous.type);
  expect_same(contiguous.type, "contiguous_c");
  MPI_Type_vector_c(3, 2, 5, MPI_INT, &vector.type);
  expect_same(vector.type, "vector_c");
  MPI_Type_create_hvector_c(3, 2, 20, MPI_INT, &hvector.type);
  expect_same(hvector.type, "hvector_c");
  MPI_Type_indexed_c(3, lengths, places, MPI_INT, &indexed.type);
  expect_same(indexed.type, "indexed_c");
  MPI_Type_create_hindexed_c(3, lengths, places, MPI_SHORT, &hindexed.type);
  expect_same(hindexed.type, "hindexed_c");
  MPI_Type_create_indexed_block_c(3, 2, places, MPI_INT, &blocks.type);
  expect_same(blocks.type, "indexed_block_c");
  MPI_Type_create_hindexed_block_c(3, 2, places, MPI_SHORT, &hblocks.type);
  expect_same(hblocks.type, "hindexed_block_c");
  MPI_Type_create_struct_c(3, lengths, places, types, &record.type);
  expect_same(record.type, "struct_c");
  MPI_Type_create_resized_c(MPI_INT, -4, 12, &resized.type);
  expect_same(resized.type, "resized_c");
  const MPI_Count sizes[] = {4, 5};
  const MPI_Count parts[] = {2, 3};
  const MPI_Count starts[] = {1, 1};
  Derived block, share;
  MPI_Type_create_subarray_c(2, sizes, parts, starts, MPI_ORDER_FORTRAN, MPI_INT, &block.type);
  expect_same(block.type, "subarray_c");
  const int distributions[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
  const int arguments[] = {MPI_DISTRIBUTE_DFLT_DARG, 1};
  const int grid[] = {2, 2};
  MPI_Type_create_darray_c(4, 3, 2, sizes, distributions, arguments, grid, MPI_ORDER_C, MPI_INT,
                           &share.type);
  expect_same(share.type, "darray_c");
}
#endif

// A random type over another; small, so that packing it is cheap.
Derived random_over(MPI_Datatype element, Random& random) {
  Derived made;
  const auto number = [&](int least, int most) {
    return least + static_cast<int>(random.below(static_cast<std::uint64_t>(most - least + 1)));
  };
  const int blocks = number(1, 4);
  std::vector<int> lengths(static_cast<std::size_t>(blocks));
  std::vector<int> places(lengths.size());
  std::vector<MPI_Aint> addresses(lengths.size());
  std::vector<MPI_Datatype> types(lengths.size());
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    lengths[i] = number(0, 3);
    places[i] = number(-6, 12);
    addresses[i] = number(-40, 90);
    types[i] = random.chance(1, 2) ? element : MPI_SHORT;
  }
  switch (number(0, 9)) {
    case 0:
      MPI_Type_contiguous(number(1, 4), element, &made.type);
      break;
    case 1:
      // Blocks that overlap by whole elements are mispacked by Open MPI 4.1.
      MPI_Type_vector(number(1, 3), number(1, 3), number(3, 5) * (random.chance(1, 2) ? 1 : -1),
                      element, &made.type);
      break;
    case 2:
      MPI_Type_create_hvector(number(1, 3), number(1, 3), number(-70, 70), element, &made.type);
      break;
    case 3:
      MPI_Type_indexed(blocks, lengths.data(), places.data(), element, &made.type);
      break;
    case 4:
      MPI_Type_create_hindexed(blocks, lengths.data(), addresses.data(), element, &made.type);
      break;
    case 5:
      MPI_Type_create_indexed_block(blocks, number(1, 3), places.data(), element, &made.type);
      break;
    case 6:
      MPI_Type_create_hindexed_block(blocks, number(1, 3), addresses.data(), element, &made.type);
      break;
    case 7:
      MPI_Type_create_struct(blocks, lengths.data(), addresses.data(), types.data(), &made.type);
      break;
    case 8:
      MPI_Type_create_resized(element, number(-20, 20), number(1, 80), &made.type);
      break;
    default:
      MPI_Type_dup(element, &made.type);
      break;
  }
  return made;
}

TEST(TypeTranslation, AgreesWithMpiOnRandomTypes) {
  const MPI_Datatype elements[] = {MPI_BYTE, MPI_SHORT, MPI_INT, MPI_DOUBLE};
  for (std::uint64_t seed = 1; seed <= 1000 && !testing::Test::HasFailure(); ++seed) {
    SeededRandom random(seed);
    std::vector<Derived> levels;
    MPI_Datatype element = elements[random.below(std::size(elements))];
    const std::uint64_t depth = 1 + random.below(4);
    for (std::uint64_t level = 0; level < depth; ++level) {
      levels.push_back(random_over(element, random));
      element = levels.back().type;
      // Around a type without bytes the MPIs disagree with each other.
      int size = 0;
      MPI_Type_size(element, &size);
      if (size == 0) break;
      expect_same(element, "seed " + std::to_string(seed) + " level " + std::to_string(level));
    }
  }
}

}  // namespace
}  // namespace strait::mpiio
