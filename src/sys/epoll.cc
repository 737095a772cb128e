#include "sys/epoll.h"

#include <algorithm>
#include <cerrno>

namespace strait::sys {
namespace {

Status control(int epoll, int operation, int fd, std::uint32_t events, std::uint64_t tag) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = tag;
  if (::epoll_ctl(epoll, operation, fd, &event) != 0) {
    return os_error(errno, "watching a descriptor");
  }
  return {};
}

// epoll counts in int milliseconds.
constexpr Duration kWaitMax = std::chrono::hours(1);

// Rounded up, so that who waits until then has waited long enough.
int milliseconds_until(Instant deadline) {
  if (deadline == kNever) return -1;
  const Duration left =
      std::clamp<Duration>(deadline - SteadyClock().now(), Duration::zero(), kWaitMax);
  return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(left).count());
}

}  // namespace

Result<UniqueFd> make_epoll() {
  const int fd = ::epoll_create1(EPOLL_CLOEXEC);
  if (fd < 0) return os_error(errno, "making an epoll descriptor");
  return UniqueFd(fd);
}

Status epoll_add(int epoll, int fd, std::uint32_t events, std::uint64_t tag) {
  return control(epoll, EPOLL_CTL_ADD, fd, events, tag);
}

Status epoll_change(int epoll, int fd, std::uint32_t events, std::uint64_t tag) {
  return control(epoll, EPOLL_CTL_MOD, fd, events, tag);
}

void epoll_remove(int epoll, int fd) noexcept { ::epoll_ctl(epoll, EPOLL_CTL_DEL, fd, nullptr); }

int epoll_take(int epoll, std::span<epoll_event> events, int timeout_ms) noexcept {
  return std::max(0,
                  ::epoll_wait(epoll, events.data(), static_cast<int>(events.size()), timeout_ms));
}

int epoll_take_until(int epoll, std::span<epoll_event> events, Instant deadline) noexcept {
  for (;;) {
    const int timeout_ms = milliseconds_until(deadline);
    const int count = epoll_take(epoll, events, timeout_ms);
    if (count != 0 || timeout_ms == 0) return count;
  }
}

}  // namespace strait::sys
