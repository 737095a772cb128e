// A slow disk: every call waits before it goes on, for a time of its own and for its bytes. Each
// call waits by itself; there is no shared queue.
#pragma once

#include "storage/decorator.h"
#include "storage/delay/options.h"

namespace strait::storage {

class DelayDriver final : public Decorator {
 public:
  DelayDriver(std::unique_ptr<Driver> inner, DelayOptions options);

 private:
  Status before(const DriverCall& call) override;

  const DelayOptions options_;
};

}  // namespace strait::storage
