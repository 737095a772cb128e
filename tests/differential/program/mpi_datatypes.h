// The real datatypes of a case, made by the MPI constructors and freed with this. One thread,
// between MPI_Init and MPI_Finalize.
#pragma once

#include <mpi.h>

#include <vector>

#include "datatype_plan.h"

namespace differential {

class MpiDatatypes {
 public:
  MpiDatatypes() = default;
  ~MpiDatatypes();
  MpiDatatypes(const MpiDatatypes&) = delete;
  MpiDatatypes& operator=(const MpiDatatypes&) = delete;

  // Makes and commits the next one. False where this MPI gives it other bounds than the plan has:
  // implementations differ in what padding a structure has and in the bounds of types without data.
  bool add(const DatatypePlan& plan, const TypeMap& map);
  void drop_last();
  MPI_Datatype at(int index) const { return types_[static_cast<std::size_t>(index)]; }

 private:
  std::vector<MPI_Datatype> types_;
};

}  // namespace differential
