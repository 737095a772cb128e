// How a shim enters the library and leaves it: whatever happens inside becomes a code, handed to
// the file's error handler. No exception leaves.
#pragma once

#include <exception>

#include "mpiio/failure.h"
#include "mpiio/file_table.h"

namespace strait::mpiio {

// The failure of `function` (its MPI name) on an open file; names rank and URL. Returns the code.
int fail_on_file(OpenFile& file, const char* function, const Failure& failure) noexcept;

// The file's error handler, called without a lock held: it may use the file. Returns the code.
int call_handler(OpenFile& file, int code);

template <class Body>
int enter(OpenFile& file, const char* function, Body&& body) noexcept {
  try {
    const Done done = body();
    return done ? MPI_SUCCESS : fail_on_file(file, function, done.error());
  } catch (const std::exception& exception) {
    return fail_on_file(file, function, Failure{MPI_ERR_INTERN, exception.what()});
  }
}

inline Done unsupported() {
  return failure(MPI_ERR_UNSUPPORTED_OPERATION, "not offered yet for files of Strait");
}

}  // namespace strait::mpiio
