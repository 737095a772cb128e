#include "sys/poll.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

namespace strait::sys {

Result<int> poll_until(std::span<pollfd> descriptors, Instant deadline) {
  for (;;) {
    timespec limit{};
    if (deadline != kNever) {
      const auto left = std::max(deadline - SteadyClock().now(), Duration::zero());
      const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
      limit.tv_sec = static_cast<time_t>(seconds.count());
      limit.tv_nsec = static_cast<long>((left - seconds).count());
    }
    const int ready = ::ppoll(descriptors.data(), descriptors.size(),
                              deadline == kNever ? nullptr : &limit, nullptr);
    if (ready >= 0) return ready;
    if (errno != EINTR) return os_error(errno, "waiting for descriptors");
  }
}

Result<UniqueFd> make_event_descriptor() {
  const int fd = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (fd < 0) return os_error(errno, "making an event descriptor");
  return UniqueFd(fd);
}

void signal_event(int fd) noexcept {
  const std::uint64_t one = 1;
  // Fails only where 2^64-2 signals are pending: then it is signalled anyway.
  [[maybe_unused]] const auto written = ::write(fd, &one, sizeof one);
}

void clear_event(int fd) noexcept {
  std::uint64_t count = 0;
  [[maybe_unused]] const auto taken = ::read(fd, &count, sizeof count);
}

}  // namespace strait::sys
