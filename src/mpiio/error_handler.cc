#include "mpiio/error_handler.h"

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <utility>
#include <vector>

#include "mpiio/error_code.h"

namespace strait::mpiio {
namespace {

// A handler that the program has made. It stays known after it was freed, because MPI_FILE_NULL or
// a foreign file may go on using it; the next handler of the same value takes its place.
struct Known {
  MPI_Errhandler handle;
  MPI_File_errhandler_function* function;
  int program = 1;    // references the program holds, as far as we gave them out
  int files = 0;      // files of ours that use it
  bool alive = true;  // the reference that its creation made has not been given back to MPI
};

struct Handlers {
  std::mutex mutex;
  std::vector<Known> known;
};

Handlers& handlers() {
  static auto* const all = new Handlers;  // outlives every destructor of the program
  return *all;
}

Known* find(Handlers& all, MPI_Errhandler handle) {
  const auto found = std::ranges::find(all.known, handle, &Known::handle);
  return found != all.known.end() ? &*found : nullptr;
}

bool is_predefined(MPI_Errhandler handle) {
#ifdef MPI_ERRORS_ABORT
  if (handle == MPI_ERRORS_ABORT) return true;
#endif
  return handle == MPI_ERRORS_RETURN || handle == MPI_ERRORS_ARE_FATAL;
}

void free_really(MPI_Errhandler handle) {
  static Next<decltype(&PMPI_Errhandler_free)> next{"PMPI_Errhandler_free"};
  next(&handle);
}

// Whether now is the time to give the creation's reference back.
bool dies(Known& known) {
  return known.program == 0 && known.files == 0 && std::exchange(known.alive, false);
}

}  // namespace

ErrorHandler ErrorHandler::inherited() {
  MPI_Errhandler handle = MPI_ERRORS_RETURN;
  if (PMPI_File_get_errhandler(MPI_FILE_NULL, &handle) != MPI_SUCCESS) handle = MPI_ERRORS_RETURN;
  Answer<ErrorHandler> inherited = of(handle);
  if (!is_predefined(handle)) free_really(handle);  // the reference that get_errhandler gave us
  return inherited ? std::move(*inherited) : ErrorHandler(MPI_ERRORS_RETURN);
}

Answer<ErrorHandler> ErrorHandler::of(MPI_Errhandler handle) {
  if (is_predefined(handle)) return ErrorHandler(handle);
  Handlers& all = handlers();
  const std::lock_guard lock(all.mutex);
  Known* known = find(all, handle);
  if (known == nullptr) return failure(MPI_ERR_ARG, "this is not an error handler for files");
  ++known->files;
  return ErrorHandler(handle);
}

ErrorHandler::ErrorHandler(ErrorHandler&& other) noexcept
    : handle_(std::exchange(other.handle_, MPI_ERRHANDLER_NULL)) {}

ErrorHandler& ErrorHandler::operator=(ErrorHandler&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}

ErrorHandler::~ErrorHandler() {
  if (handle_ == MPI_ERRHANDLER_NULL || is_predefined(handle_)) return;
  bool unused = false;
  {
    Handlers& all = handlers();
    const std::lock_guard lock(all.mutex);
    Known* known = find(all, handle_);
    if (known != nullptr) {
      --known->files;
      unused = dies(*known);
    }
  }
  if (unused) free_really(handle_);
}

ErrorHandler ErrorHandler::copy() const {
  Answer<ErrorHandler> another = of(handle_);
  return another ? std::move(*another) : ErrorHandler(MPI_ERRORS_RETURN);
}

int ErrorHandler::call(MPI_File file, MPI_Comm comm, int code) const {
  if (handle_ == MPI_ERRORS_RETURN || handle_ == MPI_ERRHANDLER_NULL) return code;
  if (is_predefined(handle_)) {
    std::fprintf(stderr, "strait: fatal: %s\n", text_of_code(code).c_str());
    PMPI_Abort(handle_ == MPI_ERRORS_ARE_FATAL ? MPI_COMM_WORLD : comm, class_of_code(code));
    return code;
  }
  MPI_File_errhandler_function* function = nullptr;
  {
    Handlers& all = handlers();
    const std::lock_guard lock(all.mutex);
    if (const Known* known = find(all, handle_)) function = known->function;
  }
  if (function != nullptr) function(&file, &code);
  return code;
}

MPI_Errhandler ErrorHandler::handle_for_program() const {
  if (!is_predefined(handle_)) {
    Handlers& all = handlers();
    const std::lock_guard lock(all.mutex);
    if (Known* known = find(all, handle_)) ++known->program;
  }
  return handle_;
}

int fail_without_file(const Failure& failure) {
  const int code = code_of(failure);
  return ErrorHandler::inherited().call(MPI_FILE_NULL, MPI_COMM_WORLD, code);
}

void remember_errhandler(MPI_Errhandler handle, MPI_File_errhandler_function* function) {
  Handlers& all = handlers();
  const std::lock_guard lock(all.mutex);
  if (Known* known = find(all, handle)) {
    *known = {handle, function};
  } else {
    all.known.push_back({handle, function});
  }
}

int create_errhandler(Next<int (*)(MPI_File_errhandler_function*, MPI_Errhandler*)>& next,
                      MPI_File_errhandler_function* function, MPI_Errhandler* errhandler) {
  const int code = next(function, errhandler);
  if (code == MPI_SUCCESS) remember_errhandler(*errhandler, function);
  return code;
}

int errhandler_free(Next<int (*)(MPI_Errhandler*)>& next, MPI_Errhandler* errhandler) {
  {
    Handlers& all = handlers();
    const std::lock_guard lock(all.mutex);
    Known* known = find(all, *errhandler);
    if (known != nullptr && known->program > 0) {
      --known->program;
      if (!dies(*known)) {
        *errhandler = MPI_ERRHANDLER_NULL;  // a file of ours, or the program, still holds it
        return MPI_SUCCESS;
      }
    }
  }
  return next(errhandler);
}

}  // namespace strait::mpiio
