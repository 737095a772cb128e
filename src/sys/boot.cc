#include "sys/boot.h"

#include <fmt/format.h>

#include "sys/environment.h"
#include "sys/random.h"

namespace strait::sys {

std::string boot_id() {
  const auto id = small_file("/proc/sys/kernel/random/boot_id");
  return id ? *id : fmt::format("unknown {}", SystemRandom().next());
}

}  // namespace strait::sys
