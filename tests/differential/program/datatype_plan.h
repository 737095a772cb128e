// A datatype as plain numbers, and what the standard says that it is: every byte of it, one
// elementary piece after the other, expanded the slow and obvious way (MPI-4.0 section 5.1). The
// real datatypes are made from the same numbers elsewhere (mpi_datatypes.h); nothing here calls
// MPI. Values; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace differential {

// What one constructor is given; `numbers` by maker:
//   named            which of kNamedTypes
//   contiguous       count
//   vector           count, block length, stride in elements; hvector: stride in bytes
//   indexed          block lengths, displacements in elements; hindexed: in bytes
//   indexed_block    block length, displacements in elements; hindexed_block: in bytes
//   structure        block lengths, displacements in bytes; as many children
//   resized          lower bound, extent
//   subarray         order (0 C, 1 Fortran), then per dimension: size, part, start
//   darray           rank, order, then per dimension: size, how (0 block, 1 cyclic, 2 none),
//                    argument (0: default), processes
//   dup              nothing
enum class Maker {
  named,
  contiguous,
  vector,
  hvector,
  indexed,
  hindexed,
  indexed_block,
  hindexed_block,
  structure,
  resized,
  subarray,
  darray,
  dup,
};
inline constexpr int kMakers = 13;
std::string_view name_of(Maker maker);

struct DatatypePlan {
  Maker maker = Maker::named;
  std::vector<std::int64_t> numbers;
  std::vector<int> children;  // indices of earlier plans of the same case
};

// A piece of an elementary type's memory; the pairs (MPI_DOUBLE_INT, ...) are two of them.
struct Piece {
  std::int64_t at = 0;
  std::int64_t size = 0;
};

struct NamedType {
  std::string_view name;
  std::vector<Piece> pieces;
  std::int64_t extent;
};
const std::vector<NamedType>& named_types();
inline constexpr int kByte = 0;
// Named types before this one are one piece each; the pairs follow.
inline constexpr int kFirstPair = 10;

inline constexpr std::size_t kPiecesMax = 4096;  // of one datatype

struct TypeMap {
  std::vector<Piece> pieces;  // in the order of the type map
  std::int64_t lower = 0;
  std::int64_t upper = 0;
  std::int64_t size = 0;
  bool uniform = true;  // one elementary type, and no constructors but named ... hvector

  std::int64_t extent() const { return upper - lower; }
  std::int64_t true_lower() const;
  std::int64_t true_upper() const;
  // Displacements ascend from 0 on without overlap, also when one copy follows the other: what a
  // filetype of a file that is written must be (section 14.1.1).
  bool tiles() const;
  bool overlaps() const;
};

// Nothing where the numbers are against the rules of the constructor, or the type has more than
// kPiecesMax pieces.
std::optional<TypeMap> expand(const DatatypePlan& plan, const std::vector<TypeMap>& earlier);

}  // namespace differential
