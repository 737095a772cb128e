// How MPI learns that an access has ended (MPI 4.0, section 13.2). Where a generalized request can
// bring its own poll and wait functions (MPICH family), the program's thread looks for itself.
// Elsewhere a thread of ours completes requests, which is safe only at MPI_THREAD_MULTIPLE
// (thread_level.h); below that level the access ends before the call returns.
#pragma once

#include <memory>

#include "mpiio/request.h"

namespace strait::mpiio {

// Makes the generalized request, with `state` for its callbacks, and sees to its completion.
Done begin_completion(const std::shared_ptr<Request>& shared, void* state, MPI_Request* request);

// When MPI ends.
void end_completions() noexcept;

}  // namespace strait::mpiio
