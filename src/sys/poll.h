// Waiting for descriptors on the calling thread, and a descriptor that others can signal.
#pragma once

#include <poll.h>

#include <span>

#include "base/clock.h"
#include "base/result.h"
#include "sys/unique_fd.h"

namespace strait::sys {

// Waits until one of the descriptors has an event or the steady clock reaches `deadline`; returns
// how many have one (0: the deadline passed). Signals do not end it.
Result<int> poll_until(std::span<pollfd> descriptors, Instant deadline);

// Close-on-exec, non-blocking.
Result<UniqueFd> make_event_descriptor();
void signal_event(int fd) noexcept;
// Takes the signals back.
void clear_event(int fd) noexcept;

}  // namespace strait::sys
