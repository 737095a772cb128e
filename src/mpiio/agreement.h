// How the ranks of a file come to one answer: what one rank asked the server for all of them, and
// whether all of them have succeeded. Collective over `comm`; costs one small broadcast or
// reduction.
#pragma once

#include <functional>
#include <vector>

#include "mpiio/failure.h"

namespace strait::mpiio {

// Rank `root` does `ask`, and every rank gets what it answered: bytes, or the same failure.
Answer<std::vector<std::byte>> ask_once(MPI_Comm comm, int rank,
                                        const std::function<Answer<std::vector<std::byte>>()>& ask,
                                        int root = 0);
// The same for a number.
Answer<std::int64_t> ask_number_once(MPI_Comm comm, int rank,
                                     const std::function<Answer<std::int64_t>()>& ask,
                                     int root = 0);
// The same, where success has nothing to say.
Done do_once(MPI_Comm comm, int rank, const std::function<Done()>& act);

// Fails on every rank where `mine` fails on one, and says which and why. Also a barrier.
Done agree(MPI_Comm comm, Done mine);

}  // namespace strait::mpiio
