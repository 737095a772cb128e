// How far a copy has come, on one line that is redrawn in place on a terminal:
//   result.h5   45%  1.20 GiB  512 MiB/s  0:03 left
// The line is a pure function of what is known (`progress_line`); Progress feeds it from a clock.
// One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "cli/diagnostics.h"

namespace strait::cli {

struct ProgressState {
  std::string_view name;
  std::uint64_t done = 0;              // bytes, what was there before included
  std::optional<std::uint64_t> total;  // bytes; absent: not known
  double bytes_per_second = 0;
  bool ended = false;
  Duration elapsed{};
};

std::string progress_line(const ProgressState& state, unsigned width);

class Progress {
 public:
  // `shown` false: everything is a no-op.
  Progress(Diagnostics& diagnostics, const Clock& clock, bool shown)
      : diagnostics_(diagnostics), clock_(clock), shown_(shown && diagnostics.terminal()) {}

  void begin(std::string_view name, std::uint64_t done, std::optional<std::uint64_t> total);
  void advance(std::uint64_t bytes);
  // The line stays with the rate of the whole.
  void end();

 private:
  static constexpr Duration kRedraw = std::chrono::milliseconds(200);
  static constexpr double kMemory = 3.0;  // seconds that the rate remembers

  void draw(Instant now);

  Diagnostics& diagnostics_;
  const Clock& clock_;
  const bool shown_;

  std::string name_;
  ProgressState state_;
  Instant began_{};
  Instant drawn_{};
  std::uint64_t before_ = 0;         // bytes that were there when it began
  std::uint64_t done_at_drawn_ = 0;  // bytes
};

}  // namespace strait::cli
