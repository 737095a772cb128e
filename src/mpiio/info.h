// Hints between MPI_Info objects and ours. MPI-4.0 chapter 10 and section 14.2.8.
#pragma once

#include "config/hint_set.h"
#include "mpiio/failure.h"

namespace strait::mpiio {

// Every key of the object; MPI_INFO_NULL has none.
Answer<config::HintSet> hints_of(MPI_Info info);
// A new object, which the program frees.
Answer<MPI_Info> info_of(const config::HintSet& hints);

}  // namespace strait::mpiio
