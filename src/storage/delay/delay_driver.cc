#include "storage/delay/delay_driver.h"

#include <thread>

namespace strait::storage {

DelayDriver::DelayDriver(std::unique_ptr<Driver> inner, DelayOptions options)
    : Decorator(std::move(inner)), options_([&] {
        if (!options.sleep) {
          options.sleep = [](Duration time) { std::this_thread::sleep_for(time); };
        }
        return std::move(options);
      }()) {}

Status DelayDriver::before(const DriverCall& call) {
  Duration wait = options_.per_call;
  if (options_.bytes_per_second != 0) {
    wait += std::chrono::duration_cast<Duration>(std::chrono::duration<double>(
        static_cast<double>(call.bytes) / static_cast<double>(options_.bytes_per_second)));
  }
  if (wait > Duration{0}) options_.sleep(wait);
  return {};
}

}  // namespace strait::storage
