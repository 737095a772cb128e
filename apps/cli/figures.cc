#include "cli/figures.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <ctime>

namespace strait::cli {
namespace {

constexpr std::array<char, 6> kLetters = {'K', 'M', 'G', 'T', 'P', 'E'};

std::string local_time(const wire::Timestamp& time, const char* form) {
  const auto seconds = static_cast<std::time_t>(time.seconds);
  std::tm parts{};
  if (::localtime_r(&seconds, &parts) == nullptr) return fmt::format("@{}", time.seconds);
  std::array<char, 64> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), form, &parts);
  return {text.data(), length};
}

}  // namespace

std::string short_size(std::uint64_t bytes) {
  if (bytes < 1024) return std::to_string(bytes);
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (value /= 1024; std::ceil(value) >= 1024 && unit + 1 < kLetters.size(); value /= 1024) ++unit;
  const double tenths = std::ceil(value * 10) / 10;
  if (tenths < 10) return fmt::format("{:.1f}{}", tenths, kLetters[unit]);
  return fmt::format("{:.0f}{}", std::ceil(value), kLetters[unit]);
}

std::string long_size(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; value >= 1023.5 && unit + 1 < kLetters.size(); value /= 1024) ++unit;
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f} {}iB", value, decimals, kLetters[unit]);
}

std::string rate(double bytes_per_second) {
  const double sane = std::isfinite(bytes_per_second) ? std::max(bytes_per_second, 0.0) : 0.0;
  return long_size(static_cast<std::uint64_t>(std::min(sane, 1e18))) + "/s";
}

std::string clock_time(Duration duration) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(duration).count();
  if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string short_duration(Duration duration) {
  double value = static_cast<double>(duration.count()) / 1e3;
  std::string_view unit = "us";
  if (value >= 999.5e3) {
    value /= 1e6;
    unit = "s";
  } else if (value >= 999.5) {
    value /= 1e3;
    unit = "ms";
  }
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f} {}", value, decimals, unit);
}

std::string mode_text(wire::FileKind kind, std::uint32_t mode) {
  constexpr std::string_view kBits = "rwxrwxrwx";
  std::string text = "?";
  if (kind == wire::FileKind::file) text = "-";
  if (kind == wire::FileKind::directory) text = "d";
  if (kind == wire::FileKind::symlink) text = "l";
  for (std::size_t i = 0; i < kBits.size(); ++i)
    text += (mode & (0400u >> i)) != 0 ? kBits[i] : '-';
  const auto special = [&](std::uint32_t bit, std::size_t place, char letter) {
    if ((mode & bit) == 0) return;
    const bool executable = text[place] == 'x';
    text[place] = executable ? letter : static_cast<char>(letter - 'a' + 'A');
  };
  special(04000, 3, 's');
  special(02000, 6, 's');
  special(01000, 9, 't');
  return text;
}

std::string minute_text(const wire::Timestamp& time) { return local_time(time, "%Y-%m-%d %H:%M"); }

std::string nanosecond_text(const wire::Timestamp& time) {
  return fmt::format("{}.{:09} {}", local_time(time, "%Y-%m-%d %H:%M:%S"), time.nanoseconds,
                     local_time(time, "%z"));
}

}  // namespace strait::cli
