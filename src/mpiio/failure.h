// A failure as MPI knows it: an error class, and a sentence for MPI_Error_string. Answer<T> is a
// value or a Failure; an Error of the rooms below becomes one by its kind (MPI-4.0 section 14.7).
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "base/result.h"
#include "client/explanation.h"
#include "mpiio/mpi.h"

namespace strait::mpiio {

struct Failure {
  int error_class = MPI_ERR_OTHER;
  std::string text;
};

// The class that MPI has for the kind; MPI_ERR_IO where it has none of its own.
int error_class_of(ErrorKind kind) noexcept;

template <class... Args>
[[nodiscard]] Failure failure(int error_class, fmt::format_string<Args...> format, Args&&... args) {
  return Failure{error_class, fmt::format(format, std::forward<Args>(args)...)};
}

template <class T>
class [[nodiscard]] Answer : public tl::expected<T, Failure> {
 public:
  using Base = tl::expected<T, Failure>;
  using Base::Base;
  Answer(Failure failure) : Base(tl::unexpect, std::move(failure)) {}  // NOLINT: as in Result
  Answer(const Error& error)                                           // NOLINT
      : Base(tl::unexpect, Failure{error_class_of(error.kind), client::explanation(error)}) {}
};

using Done = Answer<void>;

// The whole sentence about a failed call: who, what, on which file (none: empty), why. A URL that
// would push the cause out of MPI_Error_string's room (Open MPI keeps 255 characters) is shown
// without its middle.
std::string sentence(int rank, std::string_view function, std::string_view url,
                     std::string_view cause);

// What a call of the real MPI answered.
Done checked(int code, const char* function);

}  // namespace strait::mpiio
