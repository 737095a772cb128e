// What a file of ours does with a failure (MPI-4.0 section 9.3): return its code, end the program,
// or call the program's function. MPI offers no way to ask a handle for its function, so the
// creation of handlers is interposed and remembered; and since the real MPI does not know that a
// file of ours uses a handler, freeing it is put off until no file does. Any thread.
#pragma once

#include "mpiio/failure.h"
#include "mpiio/next.h"

namespace strait::mpiio {

class ErrorHandler {
 public:
  // The handler that files get when they are opened: that of MPI_FILE_NULL.
  static ErrorHandler inherited();
  // Errors: MPI_ERR_ARG, where the handle is not a handler for files.
  static Answer<ErrorHandler> of(MPI_Errhandler handle);

  ErrorHandler(ErrorHandler&& other) noexcept;
  ErrorHandler& operator=(ErrorHandler&& other) noexcept;
  ~ErrorHandler();

  // One more of the same; what is used while a file's own may be replaced.
  ErrorHandler copy() const;
  // Hands the failure to it; ends the program where it says so. Returns `code`.
  int call(MPI_File file, MPI_Comm comm, int code) const;
  // One more reference for the program, which frees it (MPI_File_get_errhandler).
  MPI_Errhandler handle_for_program() const;

 private:
  explicit ErrorHandler(MPI_Errhandler handle) : handle_(handle) {}

  MPI_Errhandler handle_ = MPI_ERRHANDLER_NULL;  // null after a move
};

// Fails outside of any open file: MPI_FILE_NULL's handler decides. Returns the code.
int fail_without_file(const Failure& failure);

// A handler that the program has made, and its function.
void remember_errhandler(MPI_Errhandler handle, MPI_File_errhandler_function* function);

// MPI_File_create_errhandler and MPI_Errhandler_free.
int create_errhandler(Next<int (*)(MPI_File_errhandler_function*, MPI_Errhandler*)>& next,
                      MPI_File_errhandler_function* function, MPI_Errhandler* errhandler);
int errhandler_free(Next<int (*)(MPI_Errhandler*)>& next, MPI_Errhandler* errhandler);

}  // namespace strait::mpiio
