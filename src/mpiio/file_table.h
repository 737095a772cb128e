// Which handles are ours. An MPI_File of ours is an address in a range that is reserved for nothing
// else, so that a handle is recognised by comparing addresses and never by looking into somebody
// else's object.
//
// Its lower 32 bits are the file's Fortran handle. An error handler gets a pointer to its file, and
// not every MPI tells us whether the handler was written in C, which reads an MPI_File there, or in
// Fortran, which reads an INTEGER: so it reads the right thing either way.
//
// `find_file` is a few instructions and may run on any thread beside opens and closes of other
// files; using a file while it is being closed is the program's error, as in MPI.
#pragma once

#include <memory>

#include "mpiio/mpi.h"

namespace strait::mpiio {

class OpenFile;

inline constexpr int kOpenFilesMax = 16384;
// Far above the integers that MPI implementations give out.
inline constexpr MPI_Fint kFortranBase = 0x5374'0000;

// Null for every handle that is not one of our open files.
OpenFile* find_file(MPI_File handle) noexcept;
// Whether the handle lies in our range, open or not: a closed one must not reach the real MPI.
bool is_our_handle(MPI_File handle) noexcept;

// MPI_FILE_NULL where too many are open.
MPI_File enter_file(std::unique_ptr<OpenFile> file) noexcept;
std::unique_ptr<OpenFile> leave_file(MPI_File handle) noexcept;

MPI_Fint fortran_handle(MPI_File ours) noexcept;
bool is_our_fortran_handle(MPI_Fint handle) noexcept;
// MPI_FILE_NULL where the number is ours but no file is open under it.
MPI_File handle_of_fortran(MPI_Fint ours) noexcept;

}  // namespace strait::mpiio
