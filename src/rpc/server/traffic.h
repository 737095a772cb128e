// What has passed through all connections of a server so far.
#pragma once

#include "metrics/counter.h"

namespace strait::rpc {

struct Traffic {
  metrics::Counter connections_accepted;
  metrics::Counter connections_failed;  // ended by us for a reason, or lost
  metrics::Gauge connections_open;
  metrics::Counter bytes_received;
  metrics::Counter bytes_sent;
};

}  // namespace strait::rpc
