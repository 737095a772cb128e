// From an MPI datatype to a layout: the tree that MPI_Type_get_contents shows, lowered to the
// constructors of layout::Type, with MPI's own word on size and bounds as the last one. Blocks
// nobody; any thread that may call MPI.
#pragma once

#include "layout/type.h"
#include "mpiio/failure.h"

namespace strait::mpiio {

// Levels of a datatype; deeper ones fail rather than exhaust the stack.
inline constexpr int kTypeDepthMax = 4096;

// Errors: MPI_ERR_TYPE, where a combiner is not understood or a limit of layout/ is exceeded.
Answer<layout::Type> translate(MPI_Datatype datatype);

}  // namespace strait::mpiio
