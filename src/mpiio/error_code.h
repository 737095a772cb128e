// MPI error codes of our failures: integers that MPI_Error_class and MPI_Error_string (both
// interposed) turn into a predefined class and a full sentence. MPI_Add_error_code cannot do this:
// MPICH 4.0 shows its own unrelated message for codes added to a predefined class.
//
// The last kCodesKept different sentences are remembered; an older code still gives its class. Any
// thread.
#pragma once

#include <string>

#include "mpiio/failure.h"
#include "mpiio/next.h"

namespace strait::mpiio {

inline constexpr int kCodesKept = 1024;

int code_of(const Failure& failure);
bool is_our_code(int code) noexcept;
int class_of_code(int ours) noexcept;
// Empty where the sentence is not remembered any more.
std::string text_of_code(int ours);

// MPI_Error_class and MPI_Error_string.
int error_class(Next<int (*)(int, int*)>& next, int code, int* error_class);
int error_string(Next<int (*)(int, char*, int*)>& next, int code, char* string, int* length);

}  // namespace strait::mpiio
