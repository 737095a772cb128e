// Random datatypes of a case: etypes, filetypes that are made of them, and memory types that match
// them. What it makes is appended to the case's list. One thread, between MPI_Init and
// MPI_Finalize.
#pragma once

#include <vector>

#include "case_plan.h"
#include "mpi_datatypes.h"
#include "random.h"

namespace differential {

class DatatypeGenerator {
 public:
  // With `everything`, also what stock MPI-IO often fails at: nested types, the pairs, duplicates,
  // empty blocks, bounds that are not those of the data, memory in descending order.
  DatatypeGenerator(Random& random, bool everything) : random_(random), everything_(everything) {}

  int etype();
  // Any filetype of this etype.
  int filetype(int etype);
  // One rank's part of an array of etypes that is distributed over `ranks`; `shape` chooses the
  // array, the same for all ranks.
  int part_of_array(int etype, int rank, int ranks, std::uint64_t shape);
  // Blocks of `block` etypes, as far apart as all ranks need.
  int every_other(int etype, std::int64_t block, std::int64_t blocks, int ranks);
  // A type whose elements are those of the etype; for reads, no byte of it occurs twice.
  int memory(int etype, bool for_reading);

  int named(std::int64_t which) { return add({Maker::named, {which}, {}}); }
  const std::vector<DatatypePlan>& plans() const { return plans_; }
  const std::vector<TypeMap>& maps() const { return maps_; }

 private:
  enum class Use { file, memory };

  // Its index, or -1 where it breaks the rules or this MPI sees it otherwise.
  int add(DatatypePlan plan);
  int derived(int child, std::int64_t unit, Use use);
  DatatypePlan draw(int child, std::int64_t unit, Use use);
  void draw_blocks(DatatypePlan& plan, std::int64_t unit, Use use);
  void draw_array(DatatypePlan& plan);
  int nested(int base, Use use, int levels);
  const TypeMap& map(int index) const { return maps_[static_cast<std::size_t>(index)]; }

  Random& random_;
  const bool everything_;
  std::vector<DatatypePlan> plans_;
  std::vector<TypeMap> maps_;
  MpiDatatypes made_;
};

}  // namespace differential
