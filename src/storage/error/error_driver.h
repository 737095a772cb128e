// A bad disk: some calls fail with an errno before they reach the inner driver.
#pragma once

#include <mutex>

#include "base/random.h"
#include "storage/decorator.h"
#include "storage/error/options.h"

namespace strait::storage {

class ErrorDriver final : public Decorator {
 public:
  ErrorDriver(std::unique_ptr<Driver> inner, ErrorOptions options)
      : Decorator(std::move(inner)), options_(std::move(options)), random_(options_.seed) {}

 private:
  Status before(const DriverCall& call) override;

  const ErrorOptions options_;
  std::mutex mutex_;
  SeededRandom random_;  // guarded by mutex_
};

}  // namespace strait::storage
