// Which handles are ours. An MPI_File of ours is the address of a slot of one static table, so that
// a handle is recognised by comparing addresses and never by looking into somebody else's object.
// A slot's number is the file's Fortran handle, counted from a base far above those that MPI
// implementations give out.
//
// `find_file` is a few instructions and may run on any thread beside opens and closes of other
// files; using a file while it is being closed is the program's error, as in MPI.
#pragma once

#include <memory>

#include "mpiio/mpi.h"

namespace strait::mpiio {

class OpenFile;

inline constexpr int kOpenFilesMax = 16384;
inline constexpr MPI_Fint kFortranBase = 0x5374'0000;

// Null for every handle that is not one of our open files.
OpenFile* find_file(MPI_File handle) noexcept;
// Whether the handle lies in our table, open or not: a closed one must not reach the real MPI.
bool is_our_handle(MPI_File handle) noexcept;

// MPI_FILE_NULL where the table is full.
MPI_File enter_file(std::unique_ptr<OpenFile> file) noexcept;
std::unique_ptr<OpenFile> leave_file(MPI_File handle) noexcept;

MPI_Fint fortran_handle(MPI_File ours) noexcept;
bool is_our_fortran_handle(MPI_Fint handle) noexcept;
// MPI_FILE_NULL where the number is ours but no file is open under it.
MPI_File handle_of_fortran(MPI_Fint ours) noexcept;

}  // namespace strait::mpiio
