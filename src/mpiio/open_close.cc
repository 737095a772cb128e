#include <exception>

#include "mpiio/calls.h"
#include "mpiio/file_table.h"
#include "mpiio/names.h"

namespace strait::mpiio {

int open(NextCall<MPI_Comm, const char*, int, MPI_Info, MPI_File*>& next, MPI_Comm comm,
         const char* filename, int amode, MPI_Info info, MPI_File* fh) noexcept {
  try {
    const auto name = remote_name(filename);
    if (!name) return fail_without_file(name.error());
    if (!*name) return next(comm, filename, amode, info, fh);
    return fail_without_file(failure(MPI_ERR_UNSUPPORTED_OPERATION,
                                     "MPI_File_open of {}: not offered yet", (*name)->url()));
  } catch (const std::exception&) {
    return MPI_ERR_INTERN;
  }
}

int close(NextCall<MPI_File*>& next, MPI_File* fh) noexcept { return next(fh); }

int remove(NextCall<const char*, MPI_Info>& next, const char* filename, MPI_Info info) noexcept {
  try {
    const auto name = remote_name(filename);
    if (!name) return fail_without_file(name.error());
    if (!*name) return next(filename, info);
    return fail_without_file(failure(MPI_ERR_UNSUPPORTED_OPERATION,
                                     "MPI_File_delete of {}: not offered yet", (*name)->url()));
  } catch (const std::exception&) {
    return MPI_ERR_INTERN;
  }
}

}  // namespace strait::mpiio
