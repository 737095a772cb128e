// Which names of POSIX calls are ours. Libraries look at a file by POSIX before they open it by
// MPI; PnetCDF does so after it has stripped everything up to the first colon, as one does for
// ROMIO's "ufs:/name". Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "client/remote_name.h"

namespace strait::mpiio {

struct PosixName {
  client::RemoteName name;
  // A local file of that name has precedence: the name is mapped, or what PnetCDF has left of one.
  bool local_first = false;
};

// Nothing for a name of somebody else's, and for every name unless MPI is running: shells and
// helpers that inherit the preload are left in peace.
std::optional<PosixName> posix_name(const char* path) noexcept;

// What is left of a remote name that has lost its "strait:". Only names with a port are taken for
// one: "//tmp/x" is a good local name.
std::optional<client::RemoteName> stripped_name(std::string_view path);

// While it lives, no name is ours in this thread: our own code uses files too.
class OwnFiles {
 public:
  OwnFiles() noexcept;
  ~OwnFiles();
  OwnFiles(const OwnFiles&) = delete;
  OwnFiles& operator=(const OwnFiles&) = delete;
};

}  // namespace strait::mpiio
