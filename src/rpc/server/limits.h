// What one connection may take of the server, and how long it may keep the server waiting.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/clock.h"

namespace strait::rpc {

// A connection with something unfinished is looked at this often; all times below count in ticks.
inline constexpr Duration kTick = std::chrono::seconds(5);

inline constexpr Duration kHelloTime = std::chrono::seconds(10);  // for HELLO to arrive
inline constexpr Duration kStallTime =
    std::chrono::seconds(60);  // without a byte, mid-frame or of replies
// How long a connection may keep a buffer, for its peer to fill or to take, while others wait for
// memory.
inline constexpr Duration kPressureTime = std::chrono::seconds(10);
// A request under way says so this often, for so long. What a disk has not done by then it may
// never do: the client is to find that out by its own patience.
inline constexpr Duration kSignOfLifeTime = std::chrono::seconds(5);
inline constexpr Duration kSignsOfLifeMax = std::chrono::minutes(10);

// After so much, a connection lets the others have their turn.
inline constexpr std::uint64_t kTurnBytes = 4 << 20;
inline constexpr std::uint32_t kTurnRequests = 32;

// No further request is begun while so many bytes of replies wait to be sent.
inline constexpr std::uint64_t kRepliesMax = 256 << 10;
// Requests of one connection that run on the workers at a time.
inline constexpr std::size_t kSlowMax = 64;
// A body larger than this claims its memory from the pool before it is received.
inline constexpr std::size_t kBodyUnclaimed = 64 << 10;
// Payload kept for a request that the workers execute as a whole.
inline constexpr std::uint64_t kDeferredPayloadMax = 4 << 20;
// Payload of one frame of a READ's reply. What is read from the file is sent out of the processor's
// cache, which it shares there with the pages that the kernel copies from and to.
inline constexpr std::size_t kReadPieceMax = std::size_t{512} << 10;

}  // namespace strait::rpc
