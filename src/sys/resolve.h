// Host names to addresses. A numeric address never asks the resolver; a name is looked up on a
// thread of its own, because getaddrinfo takes no deadline: when ours passes, that thread finishes
// by itself and its answer is dropped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "sys/socket.h"
#include "sys/stop.h"

namespace strait::sys {

// All addresses, in the resolver's order of preference, never none. Errors: not_found, unavailable
// (the resolver did not answer; retry later), timed_out (also where it was stopped).
Result<std::vector<SocketAddress>> resolve(const std::string& host, std::uint16_t port,
                                           Instant deadline, const Stop& stop = {});

}  // namespace strait::sys
