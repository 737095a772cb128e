// A line of log for each call: what, on which name or object, how much, and how it ended. The Log
// must outlive the driver.
#pragma once

#include "base/log.h"
#include "storage/decorator.h"

namespace strait::storage {

class TraceDriver final : public Decorator {
 public:
  TraceDriver(std::unique_ptr<Driver> inner, Log& log) : Decorator(std::move(inner)), log_(log) {}

 private:
  void after(const DriverCall& call, const Error* failure) override;

  Log& log_;
};

}  // namespace strait::storage
