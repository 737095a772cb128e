#include "mpiio/open_file.h"

#include <atomic>

namespace strait::mpiio {

client::CallHints OpenFile::call_hints() const {
  static std::atomic<std::uint64_t> operations{0};
  return {.operation_id = operations.fetch_add(1, std::memory_order_relaxed) + 1, .rank = rank};
}

// The caller holds the mutex.
client::CallHints OpenFile::collective_hints() {
  client::CallHints call = call_hints();
  call.collective_number = ++collective_number;
  call.collective_ranks = static_cast<std::uint32_t>(ranks);
  return call;
}

}  // namespace strait::mpiio
