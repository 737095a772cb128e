// Moves bytes between a Core and a Connection until one of them has enough. Never blocks.
#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "rpc/client/core.h"
#include "transport/connection.h"

namespace strait::rpc {

// Sends what the core wants sent, as far as it goes. True: the connection takes no more now.
Result<bool> pump_out(Core& core, transport::Connection& connection, const Clock& clock);

// Receives what is there, at most a few MiB a call, so that its caller can look after others. True:
// there may be more.
Result<bool> pump_in(Core& core, transport::Connection& connection, const Clock& clock);

// An Error ends the connection: close it, and tell the core by disconnected().

}  // namespace strait::rpc
