// How a failure is told on standard error, in one line as Unix programs do it:
//   strait: cat: strait://host/data/x: No such file or directory (not_found)
// with what to do where that helps. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace strait::cli {

// `subject` is what the user called it; empty: nothing in particular.
std::string complaint(std::string_view command, std::string_view subject, const Error& error);

// Names from servers reach terminals: control characters are shown as '?'.
std::string printable(std::string_view text);

}  // namespace strait::cli
