#include "mpiio/calls.h"
#include "mpiio/file_table.h"

namespace strait::mpiio {

MPI_Fint c2f(Next<MPI_Fint (*)(MPI_File)>& next, MPI_File fh) noexcept {
  return is_our_handle(fh) ? fortran_handle(fh) : next(fh);
}

MPI_File f2c(Next<MPI_File (*)(MPI_Fint)>& next, MPI_Fint fh) noexcept {
  return is_our_fortran_handle(fh) ? handle_of_fortran(fh) : next(fh);
}

}  // namespace strait::mpiio
