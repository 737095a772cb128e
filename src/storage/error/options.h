// Settings of the error decorator.
#pragma once

#include <cerrno>
#include <cstdint>
#include <set>
#include <string>

#include "storage/decorator.h"

namespace strait::storage {

struct ErrorOptions {
  int os_errno = EIO;
  // Which calls fail: `parts` of `whole`, in a sequence that `seed` determines.
  std::uint64_t parts = 1;
  std::uint64_t whole = 1;
  std::uint64_t seed = 0;
  std::set<Operation> operations;  // empty: all
  std::string trigger_file;        // if given, only while this file exists
};

}  // namespace strait::storage
