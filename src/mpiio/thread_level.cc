#include "mpiio/thread_level.h"

#include <algorithm>
#include <atomic>

#include "config/layers.h"
#include "sys/environment.h"

namespace strait::mpiio {
namespace {

constexpr int kAsIs = -1;

// What the program was told it has; kAsIs where that is the truth.
std::atomic<int> told{kAsIs};

bool raises() {
  const auto setting = sys::environment("STRAIT_THREADS");
  if (!setting || setting->empty()) return true;
  const Result<config::Settings> settings =
      config::resolve([&](std::string_view name) { return sys::environment(name); }, {});
  return settings && settings->options.threads == config::ThreadLevel::raise;
}

int real_level() {
  static Next<decltype(&PMPI_Query_thread)> next{"PMPI_Query_thread"};
  int level = MPI_THREAD_SINGLE;
  next(&level);
  return level;
}

}  // namespace

bool may_complete_from_another_thread() { return real_level() == MPI_THREAD_MULTIPLE; }

// Open MPI's MPI_Init takes its level from a variable of the environment; going through
// MPI_Init_thread instead would hide the call from a profiling tool that wraps MPI_Init alone.
int init(Next<int (*)(int*, char***)>& next, int* argc, char*** argv) noexcept {
  constexpr const char* kVariable = "OMPI_MPI_THREAD_LEVEL";
  try {
    if (!raises() || sys::environment(kVariable)) return next(argc, argv);
    const sys::ScopedVariable level(kVariable, std::to_string(MPI_THREAD_MULTIPLE));
    const int code = next(argc, argv);
    if (code == MPI_SUCCESS) told = MPI_THREAD_SINGLE;
    return code;
  } catch (const std::exception&) {
    return next(argc, argv);
  }
}

int init_thread(Next<int (*)(int*, char***, int, int*)>& next, int* argc, char*** argv,
                int required, int* provided) noexcept {
  if (!raises()) return next(argc, argv, required, provided);
  const int code = next(argc, argv, MPI_THREAD_MULTIPLE, provided);
  if (code != MPI_SUCCESS) return code;
  *provided = std::min(*provided, std::max<int>(required, MPI_THREAD_SINGLE));
  told = *provided;
  return code;
}

int query_thread(Next<int (*)(int*)>& next, int* provided) noexcept {
  const int code = next(provided);
  if (code == MPI_SUCCESS && told != kAsIs) *provided = told;
  return code;
}

}  // namespace strait::mpiio
