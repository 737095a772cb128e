// How much the process has worked.
#pragma once

#include "base/clock.h"

namespace strait::sys {

// Processor time that the process has used so far, all its threads together.
Duration processor_time() noexcept;

}  // namespace strait::sys
