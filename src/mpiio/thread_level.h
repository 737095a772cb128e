// The thread level of MPI. Where completing nonblocking operations takes a thread of ours (Open
// MPI), MPI is started at MPI_THREAD_MULTIPLE whatever the program asks for, and the program is
// told what it asked for; STRAIT_THREADS=keep leaves the level alone.
#pragma once

#include "mpiio/next.h"

namespace strait::mpiio {

bool may_complete_from_another_thread();

// MPI_Init, MPI_Init_thread and MPI_Query_thread.
int init(Next<int (*)(int*, char***)>& next, int* argc, char*** argv) noexcept;
int init_thread(Next<int (*)(int*, char***, int, int*)>& next, int* argc, char*** argv,
                int required, int* provided) noexcept;
int query_thread(Next<int (*)(int*)>& next, int* provided) noexcept;

}  // namespace strait::mpiio
