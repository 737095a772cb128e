// <mpi.h> of the MPI that this build is for, without its C++ bindings.
#pragma once

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

// Defined by the build for the families whose header has the functions with MPI_Count (MPI-4.0).
#ifndef STRAIT_LARGE_COUNTS
#define STRAIT_LARGE_COUNTS 0
#endif

// Whether generalized requests bring their own poll and wait functions.
#ifdef MPICH_NAME
#define STRAIT_REQUESTS_POLL 1
#else
#define STRAIT_REQUESTS_POLL 0
#endif
