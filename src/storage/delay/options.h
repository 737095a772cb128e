// Settings of the delay decorator.
#pragma once

#include <cstdint>
#include <functional>

#include "base/clock.h"

namespace strait::storage {

struct DelayOptions {
  Duration per_call{0};
  std::uint64_t bytes_per_second = 0;   // of data; 0: no limit
  std::function<void(Duration)> sleep;  // how to wait; a test's own counts instead
};

}  // namespace strait::storage
