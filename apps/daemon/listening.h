// From an address of the command line to a listener that clients reach.
#pragma once

#include <string>

#include "base/result.h"
#include "server/server.h"
#include "transport/reactor.h"

namespace strait::daemon {

// The address with the port that was really taken. An address that somebody else has is answered
// with who that is, where it can be seen, and with what to do.
Result<std::string> listen(server::Server& server, transport::Reactor& network,
                           const std::string& address);

}  // namespace strait::daemon
