#include "mpiio/enter.h"

#include "mpiio/error_code.h"
#include "mpiio/open_file.h"

namespace strait::mpiio {

int call_handler(OpenFile& file, int code) {
  const ErrorHandler handler = [&] {
    const std::lock_guard lock(file.mutex);
    return file.error_handler.copy();
  }();
  return handler.call(file.handle, file.comm, code);
}

int fail_on_file(OpenFile& file, const char* function, const Failure& failure) noexcept {
  try {
    const int code =
        code_of({failure.error_class, sentence(file.rank, function, file.url(), failure.text)});
    return call_handler(file, code);
  } catch (const std::exception&) {
    return failure.error_class;  // no memory left for a sentence
  }
}

}  // namespace strait::mpiio
