// How a call of the C API ends: the number it returns, and the sentence that strait_message gives.
#pragma once

#include <strait/strait.h>

#include <string>
#include <utility>

#include "base/result.h"

namespace strait::capi {

// Remembers the sentence for this thread.
int fail(const Error& error) noexcept;
const char* last_message() noexcept;

// Runs what gives a Status or an int, and keeps every exception (memory that ran out) from crossing
// into C.
template <class Function>
int guarded(Function function) noexcept {
  try {
    const Status status = function();
    return status ? STRAIT_OK : fail(status.error());
  } catch (const std::exception& caught) {
    return fail(Error{ErrorKind::exhausted, Retry::later, 0, caught.what()});
  }
}

}  // namespace strait::capi
