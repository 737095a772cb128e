// What LMDB's numbers mean.
#pragma once

#include <lmdb.h>

#include <string>
#include <string_view>

#include "base/error.h"

namespace strait::records {

// `code`: what a call of LMDB returned; not 0.
inline Error failure(int code, const std::string& purpose, std::string_view doing) {
  if (code > 0) return os_error(code, fmt::format("{}: {}", purpose, doing));
  const ErrorKind kind = code == MDB_MAP_FULL ? ErrorKind::no_space : ErrorKind::io;
  return error(kind, "{}: {}: {}", purpose, doing, mdb_strerror(code));
}

}  // namespace strait::records
