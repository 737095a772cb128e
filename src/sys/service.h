// What a service owes the machine it runs on: telling the service manager that it is ready, and
// leaving in order when it is told to. Nothing here keeps state of the process beyond what is said
// at each call.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "sys/unique_fd.h"

namespace strait::sys {

// Sends `message` ("READY=1", "STOPPING=1", "STATUS=serving 2 exports"; several divided by line
// ends) to the manager that listens at `socket_name`, the value of $NOTIFY_SOCKET: a path, or '@'
// and an abstract name (sd_notify(3)). Never blocks: a manager that does not read loses it
// (would_block).
Status notify_service_manager(std::string_view socket_name, std::string_view message);

// Lets SIGTERM and SIGINT arrive here instead of ending the process, and SIGPIPE do nothing: for
// main(), before it starts any thread, because threads inherit what is blocked. The signals stay
// blocked when this is destroyed. `wait` may be called by one thread at a time.
class TerminationSignals {
 public:
  static Result<TerminationSignals> create();

  // Blocks until one arrives; its number. A second call waits for the second one.
  Result<int> wait();
  // Readable while one is there to be waited for.
  int descriptor() const noexcept { return signals_.get(); }

 private:
  explicit TerminationSignals(UniqueFd signals) : signals_(std::move(signals)) {}

  UniqueFd signals_;
};

// Allows this process as many descriptors as it may give itself (the soft limit becomes the hard
// one); how many that are. Thousands of connections need more than the usual 1024.
Result<std::uint64_t> raise_descriptor_limit();

}  // namespace strait::sys
