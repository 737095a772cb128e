// What `get` and `put` have in common: how they were told to copy, and the words they share.
#pragma once

#include <string>
#include <string_view>

#include "cli/arguments.h"
#include "cli/context.h"
#include "cli/progress.h"

namespace strait::cli {

struct CopyOptions {
  bool recursive = false;
  bool resume = false;    // -c
  bool preserve = false;  // -p: permissions and times
  bool quiet = false;     // no progress line

  static CopyOptions of(const Arguments& arguments);
};

// A tree that goes deeper is not copied further down: it costs a descriptor a level.
inline constexpr unsigned kDepthMax = 128;

// Of a name from a server or a directory, which becomes a name on the other side.
bool is_plain_component(std::string_view name);
std::string joined(std::string_view directory, std::string_view name);
std::string_view last_component(std::string_view path);

// For Farewell: what Ctrl-C leaves behind.
std::string kept_part(std::string_view part);

Error not_recursive();
Error too_deep();
Error special_file();
Error changed_meanwhile();

}  // namespace strait::cli
