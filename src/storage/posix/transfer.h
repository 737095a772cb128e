// Moves lists of strips between dense memory and one file, with as few system calls as pay:
// neighbours together, dense patterns through a window that is read, modified and written back
// under a byte-range lock that ROMIO on this host honours too. The descriptor and the gate are the
// caller's. Any number of threads at a time, also on one file.
//
// Sieving never writes a byte beyond the end of the file that the caller did not send: where a
// window reaches beyond, its last row is written first, so that the file ends there by the
// caller's own bytes and the holes before it are within the file.
#pragma once

#include <span>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "storage/driver.h"
#include "storage/posix/range_gate.h"
#include "storage/posix/sieve_plan.h"

namespace strait::storage {

struct Transfer {
  int fd = -1;
  RangeGate& gate;
  std::uint64_t file_size = 0;  // bytes, when the access began
  bool may_read = true;         // the descriptor can be read: sieving can be done
  Duration lock_wait{};
  SievePolicy policy;
};

Result<std::size_t> read_strips(const Transfer& file, std::span<const Strip> strips,
                                MutableBytes data, const AccessOptions& options);
Status write_strips(const Transfer& file, std::span<const Strip> strips, ConstBytes data,
                    const AccessOptions& options);

}  // namespace strait::storage
