// Scoped test hooks: while a ScopedFault lives, system calls of one kind made through sys/ may be
// made to fail with an errno, without the kernel being asked. Off, they cost one relaxed load. Only
// tests create them; one at a time.
#pragma once

#include <atomic>
#include <functional>

namespace strait::sys {

enum class Call : unsigned char {
  open,
  close,
  read,
  write,
  sync,
  truncate,
  allocate,
  stat,
  rename,
  unlink,
  link,
  lock,
  handle,
  socket,
  connect,
  accept,
  send,
  receive,
  count_
};

// Returned by a test's decision for a read or a write on a file: the kernel moves only part of the
// bytes.
inline constexpr int kShortTransfer = -1;

namespace detail {
extern std::atomic<bool> faults_active;
int fault(Call call) noexcept;  // the errno to fail with, or 0
}  // namespace detail

// To be asked before each system call: the errno to fail with, or 0.
inline int injected(Call call) noexcept {
  return detail::faults_active.load(std::memory_order_relaxed) ? detail::fault(call) : 0;
}

class ScopedFault {
 public:
  // `decide` is called before each call of that kind, from the calling thread; it returns an errno
  // or 0.
  ScopedFault(Call call, std::function<int()> decide);
  // Fails always with `os_errno`.
  ScopedFault(Call call, int os_errno);
  ~ScopedFault();
  ScopedFault(const ScopedFault&) = delete;
  ScopedFault& operator=(const ScopedFault&) = delete;
};

}  // namespace strait::sys
