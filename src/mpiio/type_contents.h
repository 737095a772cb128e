// How a derived datatype was made: MPI_Type_get_envelope and MPI_Type_get_contents, with the
// functions that take MPI_Count where the family has them (a type made by those cannot be asked in
// another way). Frees the handles that MPI gives out on asking.
#pragma once

#include <cstdint>
#include <vector>

#include "mpiio/failure.h"

namespace strait::mpiio {

class TypeContents {
 public:
  static Answer<TypeContents> of(MPI_Datatype datatype);

  TypeContents(TypeContents&& other) noexcept;
  TypeContents& operator=(TypeContents&&) = delete;
  ~TypeContents();

  int combiner() const { return combiner_; }
  MPI_Datatype child(std::size_t index) const { return types_[index]; }
  std::size_t children() const { return types_.size(); }

  // Whether the type was made by a function that takes MPI_Count: its numbers are all in counts().
  bool large() const { return !counts_.empty(); }
  const std::vector<int>& integers() const { return integers_; }
  const std::vector<MPI_Aint>& addresses() const { return addresses_; }
  const std::vector<MPI_Count>& counts() const { return counts_; }

  // Number `index` of those that stand in integers() or, for a large type, in counts().
  std::int64_t number(std::size_t index) const {
    return large() ? counts_[index] : integers_[index];
  }
  // A displacement in bytes: `index` in addresses(), or `large_index` in counts().
  std::int64_t address(std::size_t index, std::size_t large_index) const {
    return large() ? counts_[large_index] : addresses_[index];
  }

 private:
  TypeContents() = default;

  int combiner_ = MPI_COMBINER_NAMED;
  std::vector<int> integers_;
  std::vector<MPI_Aint> addresses_;
  std::vector<MPI_Count> counts_;
  std::vector<MPI_Datatype> types_;
};

// Whether the type belongs to MPI, so that it is never freed and its handle never means another
// type: the named ones, and those of Fortran's kinds.
bool is_predefined_combiner(int combiner) noexcept;
Answer<int> combiner_of(MPI_Datatype datatype);

}  // namespace strait::mpiio
