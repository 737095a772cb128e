#include "sys/processor_time.h"

#include <ctime>

namespace strait::sys {

Duration processor_time() noexcept {
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

}  // namespace strait::sys
