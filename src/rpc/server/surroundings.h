// What all connections of one server share. Outlives their last step; what may come later (a
// callback of a connection that has ended) does not touch it. Each part is thread-safe.
#pragma once

#include "base/clock.h"
#include "base/executor.h"
#include "base/log.h"
#include "rpc/server/buffer_pool.h"
#include "rpc/server/limits.h"
#include "rpc/server/service.h"
#include "rpc/server/traffic.h"

namespace strait::rpc {

struct Surroundings {
  Service& service;
  BufferPool& pool;
  Executor& network;  // where connections are driven
  Executor& workers;  // where slow requests run
  const Clock& clock;
  Log& log;
  Traffic& traffic;
  // Everything is executed by the workers, in whatever order they choose.
  bool defer_everything = false;
};

}  // namespace strait::rpc
