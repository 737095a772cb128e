// Settings of the posix driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/clock.h"

namespace strait::storage {

class RangeGates;

// How names are kept inside the export.
enum class Resolution : std::uint8_t {
  automatic,  // openat2 where the kernel has it, else walk
  openat2,    // RESOLVE_BENEATH
  walk,       // one component after the other, symbolic links read by us
};

// How files are found again by object id.
enum class Handles : std::uint8_t {
  automatic,  // kernel where this process may open by handle, else database
  kernel,     // name_to_handle_at; creation fails where that does not work
  database,   // what `handle_database` says
};

struct PosixOptions {
  std::string root;  // directory that is the export
  bool read_only = false;
  std::size_t descriptors_max = 128;  // kept open between requests
  Resolution resolution = Resolution::automatic;
  Handles handles = Handles::automatic;
  // "memory": handles are stale after a restart. "file:PATH": kept in that file.
  std::string handle_database = "memory";
  std::size_t sieve_window = std::size_t{256} * 1024;  // bytes read, modified and written at once
  // How long a write waits for a byte-range lock that another program holds. Sieving then gives
  // way to direct writes; an atomic access fails (locked).
  Duration lock_wait = std::chrono::seconds(5);
  // Shared by the drivers of one process, for files that several of them offer; null: its own.
  std::shared_ptr<RangeGates> gates = nullptr;
};

}  // namespace strait::storage
