#include "rpc/server/patience.h"

#include <gtest/gtest.h>

#include <string>

namespace strait::rpc {
namespace {

// How many ticks it takes until the connection is ended; 0: it is not, within ten minutes.
unsigned ticks_until_end(Patience::View view, bool received, bool sent, std::string* reason) {
  Patience patience;
  for (unsigned tick = 1; tick <= 120; ++tick) {
    view.received += received ? 1 : 0;
    view.sent += sent ? 1 : 0;
    if (const auto why = patience.tick(view)) {
      *reason = *why;
      return tick;
    }
  }
  return 0;
}

struct Example {
  const char* name;
  Patience::View view;
  bool received;
  bool sent;
  unsigned ticks;
};

TEST(Patience, Examples) {
  const unsigned stall = kStallTime / kTick + 1;  // the first tick only learns where things stand
  const Example examples[] = {
      {"idle", {.greeted = true}, false, false, 0},
      {"no HELLO", {}, true, true, kHelloTime / kTick},
      {"a frame that stops", {.greeted = true, .awaiting_bytes = true}, false, false, stall - 1},
      {"a frame that trickles", {.greeted = true, .awaiting_bytes = true}, true, false, 0},
      {"replies not taken", {.greeted = true, .awaiting_room = true}, false, false, stall - 1},
      {"replies trickle", {.greeted = true, .awaiting_room = true}, false, true, 0},
      {"a slow chunk",
       {.greeted = true, .awaiting_bytes = true, .holds_chunk = true, .chunk = 1},
       true,
       false,
       0},
      {"a slow chunk while others wait",
       {.greeted = true,
        .awaiting_bytes = true,
        .holds_chunk = true,
        .chunk = 1,
        .under_pressure = true},
       true,
       false,
       kPressureTime / kTick + 1},
      {"a reply taken slowly while others wait",
       {.greeted = true, .awaiting_room = true, .holds_reply = true, .under_pressure = true},
       false,
       true,
       kPressureTime / kTick + 1},
  };
  for (const Example& example : examples) {
    std::string reason;
    EXPECT_EQ(ticks_until_end(example.view, example.received, example.sent, &reason), example.ticks)
        << example.name << ": " << reason;
  }
}

}  // namespace
}  // namespace strait::rpc
