// Permission bits of new files.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"

namespace strait::cli {

// The process's umask, which is asked for by setting it: before any thread makes files.
std::uint32_t file_mode_mask();

// "755", "0640". Errors: invalid_argument.
Result<std::uint32_t> parse_file_mode(std::string_view text);

}  // namespace strait::cli
