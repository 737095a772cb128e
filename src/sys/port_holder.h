// Who listens on a TCP port of this machine, for a message to whoever wanted the port. Reads /proc:
// some milliseconds; any thread.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace strait::sys {

struct PortHolder {
  pid_t process = 0;
  std::string name;  // of its program, as ps shows it
};

// Nothing where nobody listens there, or where the process is another user's and this one may not
// look.
std::optional<PortHolder> port_holder(std::uint16_t port);

}  // namespace strait::sys
