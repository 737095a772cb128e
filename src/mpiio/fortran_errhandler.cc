// Open MPI's Fortran MPI_FILE_CREATE_ERRHANDLER does not go through MPI_File_create_errhandler but
// through this function of its library, which is therefore interposed too.
#include "mpiio/calls.h"
#include "mpiio/mpi.h"

#ifdef OPEN_MPI

namespace {

// Open MPI's enumerators for what the handler is for and what it is written in.
constexpr int kForFiles = 3;
constexpr int kInC = 0;

using Function = void (*)(MPI_File*, int*, ...);
using Create = MPI_Errhandler (*)(int, Function, int);

}  // namespace

extern "C" __attribute__((visibility("default"))) MPI_Errhandler ompi_errhandler_create(
    int object, Function function, int language) {
  static strait::mpiio::Next<Create> next{"ompi_errhandler_create"};
  const MPI_Errhandler created = next(object, function, language);
  // Those in C are known by MPI_File_create_errhandler.
  if (object == kForFiles && language != kInC)
    strait::mpiio::remember_errhandler(created, function);
  return created;
}

#endif
