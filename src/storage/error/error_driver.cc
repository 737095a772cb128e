#include "storage/error/error_driver.h"

#include "sys/file.h"

namespace strait::storage {

Status ErrorDriver::before(const DriverCall& call) {
  if (!options_.operations.empty() && !options_.operations.contains(call.operation)) return {};
  if (!options_.trigger_file.empty() && !sys::exists(options_.trigger_file)) {
    return {};
  }
  {
    const std::lock_guard lock(mutex_);
    if (!random_.chance(options_.parts, options_.whole)) return {};
  }
  return os_error(options_.os_errno, fmt::format("{} (as told to)", name_of(call.operation)));
}

}  // namespace strait::storage
