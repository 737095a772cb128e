// What can befall an in-process connection, as data. The default of everything is a perfect, fast
// link.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/clock.h"

namespace strait::transport::loopback {

inline constexpr std::size_t kCapacityDefault = 256 << 10;

// One direction of a connection. Offsets count the bytes sent in it, from 0.
struct Faults {
  Duration latency{};                            // from sent to arrived
  std::uint64_t bandwidth_bytes_per_second = 0;  // 0: unlimited
  // Sent and not yet received; then the sender would block. At least 1.
  std::size_t capacity_bytes = kCapacityDefault;
  // Each send and each receive moves a random number of bytes from 1 to this; 0: as many as fit.
  std::size_t split_bytes_max = 0;
  // The connection is severed, both directions, once this many bytes have arrived in this one.
  std::optional<std::uint64_t> cut_at_byte;
  // This byte is inverted on its way.
  std::optional<std::uint64_t> corrupt_byte;
  // Everything is taken, nothing ever arrives, not even the end.
  bool black_hole = false;
  // When the connection is severed, what is still under way is lost; here it arrives all the same,
  // and only then the receiver notices: how a server comes to see requests of a connection that its
  // client has long replaced.
  bool flight_survives_cut = false;
};

// One connection, from connect to its end.
struct Script {
  bool refuse = false;
  Faults to_listener;
  Faults to_connector;
  std::optional<Duration> cut_after;  // severed so long after the connect
  bool may_damage = false;            // what Connection::may_damage says
};

}  // namespace strait::transport::loopback
