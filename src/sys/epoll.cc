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

}  // namespace strait::sys
