// The next library's function of the same name: the real MPI's, or another profiling tool's that
// was preloaded behind us. Found once, on first use; any thread.
#pragma once

#include <dlfcn.h>

#include <atomic>

#include "mpiio/mpi.h"

namespace strait::mpiio {

template <class Function>
class Next {
 public:
  constexpr explicit Next(const char* name) : name_(name) {}

  // Null where no library behind us has it.
  Function find() {
    Function found = found_.load(std::memory_order_acquire);
    if (found == nullptr) {
      found = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name_));
      found_.store(found, std::memory_order_release);
    }
    return found;
  }

  // Where nobody has the function, the program could not have been linked to it without us either.
  template <class... Arguments>
  auto operator()(Arguments... arguments) {
    using Answer = decltype(find()(arguments...));
    const Function function = find();
    return function != nullptr ? function(arguments...) : missing<Answer>();
  }

 private:
  template <class Answer>
  static Answer missing() {
    if constexpr (std::is_same_v<Answer, int>) {
      return MPI_ERR_UNSUPPORTED_OPERATION;
    } else {
      return Answer{};
    }
  }

  const char* name_;
  std::atomic<Function> found_{nullptr};
};

}  // namespace strait::mpiio
