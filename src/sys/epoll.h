// Waiting for many descriptors at once. Thread-safe: several threads may wait on one epoll
// descriptor, and an edge wakes one of them.
#pragma once

#include <sys/epoll.h>

#include <cstdint>
#include <span>

#include "base/clock.h"
#include "base/result.h"
#include "sys/unique_fd.h"

namespace strait::sys {

// Close-on-exec.
Result<UniqueFd> make_epoll();
// `events` as epoll_ctl(2) has them; `tag` comes back with each event.
Status epoll_add(int epoll, int fd, std::uint32_t events, std::uint64_t tag);
// Reports what is ready at this moment anew, edge-triggered or not.
Status epoll_change(int epoll, int fd, std::uint32_t events, std::uint64_t tag);
void epoll_remove(int epoll, int fd) noexcept;

// How many of `events` were filled; 0 after `timeout_ms` (-1: never) or a signal.
int epoll_take(int epoll, std::span<epoll_event> events, int timeout_ms) noexcept;
// The same until the steady clock reaches `deadline`, whatever signals come.
int epoll_take_until(int epoll, std::span<epoll_event> events, Instant deadline) noexcept;

}  // namespace strait::sys
