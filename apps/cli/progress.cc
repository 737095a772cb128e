#include "cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/complaint.h"
#include "cli/figures.h"

namespace strait::cli {
namespace {

double seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

std::string share(const ProgressState& state) {
  if (!state.total) return "    ";
  // A file that grows meanwhile is never more than whole.
  const double done = static_cast<double>(std::min(state.done, *state.total));
  const double part = *state.total == 0 ? 1.0 : done / static_cast<double>(*state.total);
  return fmt::format("{:3.0f}%", std::floor(100 * part));
}

std::string time_left(const ProgressState& state) {
  if (state.ended) return fmt::format("in {}", clock_time(state.elapsed));
  if (!state.total || state.bytes_per_second < 1) return "";
  const double left = static_cast<double>(*state.total - std::min(state.done, *state.total)) /
                      state.bytes_per_second;
  constexpr double kFarAway = 100.0 * 3600;  // seconds
  if (left > kFarAway) return "stalled";
  return fmt::format("{} left", clock_time(std::chrono::seconds(std::lround(std::ceil(left)))));
}

}  // namespace

std::string progress_line(const ProgressState& state, unsigned width) {
  const std::string figures =
      fmt::format("  {}  {:>8}  {:>10}  {}", share(state), long_size(state.done),
                  rate(state.bytes_per_second), time_left(state));
  // The last column stays free: some terminals wrap when it is written.
  const std::size_t room = width > figures.size() + 1 ? width - figures.size() - 1 : 0;
  std::string name = printable(state.name);
  if (name.size() > room) name = room > 3 ? "..." + name.substr(name.size() - (room - 3)) : "";
  return name + figures;
}

void Progress::begin(std::string_view name, std::uint64_t done,
                     std::optional<std::uint64_t> total) {
  if (!shown_) return;
  name_ = name;
  state_ = {.name = name_, .done = done, .total = total};
  began_ = clock_.now();
  before_ = done;
  done_at_drawn_ = done;
  drawn_ = began_;
}

void Progress::advance(std::uint64_t bytes) {
  if (!shown_) return;
  state_.done += bytes;
  const Instant now = clock_.now();
  if (now - drawn_ < kRedraw) return;
  const double passed = seconds(now - drawn_);
  const double current = static_cast<double>(state_.done - done_at_drawn_) / passed;
  const bool first = drawn_ == began_;
  const double weight = first ? 1.0 : 1.0 - std::exp(-passed / kMemory);
  state_.bytes_per_second += weight * (current - state_.bytes_per_second);
  drawn_ = now;
  done_at_drawn_ = state_.done;
  draw(now);
}

void Progress::end() {
  if (!shown_) return;
  const Instant now = clock_.now();
  const double passed = std::max(seconds(now - began_), 1e-6);
  state_.bytes_per_second = static_cast<double>(state_.done - before_) / passed;
  state_.ended = true;
  draw(now);
  diagnostics_.keep_line();
}

void Progress::draw(Instant now) {
  state_.elapsed = now - began_;
  diagnostics_.redraw(progress_line(state_, diagnostics_.width()));
}

}  // namespace strait::cli
