// What the shims call: one function for each of functions.table, named as MPI names it in lower
// case. Those that take an OpenFile answer with what went wrong, and the shim hands that to the
// file's error handler; those that take the next library's function decide by themselves whose file
// it is, and return an MPI code.
#pragma once

#include "mpiio/error_code.h"
#include "mpiio/error_handler.h"
#include "mpiio/failure.h"
#include "mpiio/next.h"
#include "mpiio/open_file.h"

namespace strait::mpiio {

template <class... Parameters>
using NextCall = Next<int (*)(Parameters...)>;

// open_close.cc
int open(NextCall<MPI_Comm, const char*, int, MPI_Info, MPI_File*>& next, MPI_Comm comm,
         const char* filename, int amode, MPI_Info info, MPI_File* fh) noexcept;
int close(NextCall<MPI_File*>& next, MPI_File* fh) noexcept;
int remove(NextCall<const char*, MPI_Info>& next, const char* filename, MPI_Info info) noexcept;

// fortran.cc
MPI_Fint c2f(Next<MPI_Fint (*)(MPI_File)>& next, MPI_File fh) noexcept;
MPI_File f2c(Next<MPI_File (*)(MPI_Fint)>& next, MPI_Fint fh) noexcept;

}  // namespace strait::mpiio
