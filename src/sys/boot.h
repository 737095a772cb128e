// Which run of the host this is.
#pragma once

#include <string>

namespace strait::sys {

// The kernel's boot id. Where it tells none, a text that is never the same twice: as if the host
// had just been started.
std::string boot_id();

}  // namespace strait::sys
