// The outcome of a request in the protocol's numbers, and what it is in ours. Kinds that arise only
// on one side of a connection (would_block, end_of_stream) cross it as their nearest relative.
#pragma once

#include <cstdint>

#include "base/error.h"

namespace strait::wire {

enum class StatusCode : std::uint32_t {
  ok = 0,
  permission_denied = 1,
  not_found = 2,
  io = 3,
  exists = 4,
  cross_device = 5,
  not_a_directory = 6,
  is_a_directory = 7,
  invalid_argument = 8,
  file_too_large = 9,
  no_space = 10,
  quota_exceeded = 11,
  read_only = 12,
  too_many_links = 13,
  name_too_long = 14,
  not_empty = 15,
  stale = 16,
  bad_handle = 17,
  unsupported = 18,
  unknown_operation = 19,
  unknown_view = 20,
  unknown_counter = 21,
  unknown_export = 22,
  busy = 23,
  locked = 24,
  exhausted = 25,
  timed_out = 26,
  cancelled = 27,
  protocol = 28,
  incompatible = 29,
  internal = 30,
  unavailable = 31,
};
constexpr bool is_valid(StatusCode code) { return code <= StatusCode::unavailable; }

enum class RetryCode : std::uint32_t { never = 0, reconnect = 1, later = 2 };
constexpr bool is_valid(RetryCode code) { return code <= RetryCode::later; }

// How safe bytes are, in the order of growing safety.
enum class Durability : std::uint32_t { received = 1, written = 2, committed = 3 };
constexpr bool is_valid(Durability level) {
  return level >= Durability::received && level <= Durability::committed;
}

StatusCode status_code_of(ErrorKind kind) noexcept;
// internal for ok, which is not an error.
ErrorKind kind_of(StatusCode code) noexcept;
RetryCode retry_code_of(Retry retry) noexcept;
Retry retry_of(RetryCode code) noexcept;

}  // namespace strait::wire
