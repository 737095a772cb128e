#include "config/value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/bytes.h"

namespace strait::config {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view a, std::string_view b) noexcept {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

struct Number {
  std::uint64_t value = 0;
  std::string_view rest;
};

// The digits that `text` begins with, and what follows them.
std::optional<Number> leading_digits(std::string_view text) {
  Number number;
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number.value);
  if (problem != std::errc()) return std::nullopt;
  number.rest = {stop, static_cast<std::size_t>(end - stop)};
  return number;
}

struct Unit {
  std::string_view name;
  std::uint64_t factor;
};

constexpr std::array<Unit, 6> kDurationUnits = {{{"h", 3'600'000'000'000},
                                                 {"m", 60'000'000'000},
                                                 {"s", 1'000'000'000},
                                                 {"ms", 1'000'000},
                                                 {"us", 1'000},
                                                 {"ns", 1}}};
constexpr std::array<Unit, 5> kSizeUnits = {{{"TiB", std::uint64_t{1} << 40},
                                             {"GiB", std::uint64_t{1} << 30},
                                             {"MiB", std::uint64_t{1} << 20},
                                             {"KiB", std::uint64_t{1} << 10},
                                             {"B", 1}}};

std::optional<std::uint64_t> size_factor(std::string_view suffix) {
  if (suffix.empty() || same_word(suffix, "b")) return 1;
  const std::size_t power = std::string_view("kmgt").find(lower(suffix.front()));
  if (power == std::string_view::npos) return std::nullopt;
  const std::string_view rest = suffix.substr(1);
  const bool binary = rest.empty() || same_word(rest, "ib");
  if (!binary && !same_word(rest, "b")) return std::nullopt;
  std::uint64_t factor = 1;
  for (std::size_t i = 0; i <= power; ++i) factor *= binary ? 1024 : 1000;
  return factor;
}

Error not_a_duration(std::string_view text) {
  return error(ErrorKind::invalid_argument,
               "'{}' is not a duration; write it like 60s, 1.5s, 500ms, 2m or 1h", text);
}

}  // namespace

std::string_view trimmed(std::string_view text) noexcept {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

Result<std::uint64_t> parse_count(std::string_view text) {
  const auto number = leading_digits(trimmed(text));
  if (!number || !number->rest.empty())
    return error(ErrorKind::invalid_argument, "'{}' is not a whole number", text);
  return number->value;
}

Result<std::uint64_t> parse_size(std::string_view text) {
  const auto number = leading_digits(trimmed(text));
  const auto factor = number ? size_factor(trimmed(number->rest)) : std::nullopt;
  const auto bytes = factor ? checked_mul(number->value, *factor) : std::nullopt;
  if (!bytes)
    return error(ErrorKind::invalid_argument,
                 "'{}' is not a size; write it like 4194304, 4M, 4MiB or 4MB", text);
  return *bytes;
}

Result<Duration> parse_duration(std::string_view text) {
  const auto whole = leading_digits(trimmed(text));
  if (!whole) return not_a_duration(text);
  std::string_view rest = whole->rest;
  std::string_view fraction;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    fraction = rest.substr(0, digits);
    rest.remove_prefix(digits);
    if (fraction.empty()) return not_a_duration(text);
  }
  const std::string_view unit_name = trimmed(rest).empty() ? "s" : trimmed(rest);
  const auto* const unit = std::ranges::find(kDurationUnits, unit_name, &Unit::name);
  if (unit == kDurationUnits.end()) return not_a_duration(text);

  auto nanoseconds = checked_mul(whole->value, unit->factor);
  std::uint64_t place = unit->factor;
  for (const char digit : fraction) {
    place /= 10;
    if (nanoseconds)
      nanoseconds = checked_add(*nanoseconds, place * static_cast<std::uint64_t>(digit - '0'));
  }
  if (!nanoseconds || *nanoseconds > static_cast<std::uint64_t>(Duration::max().count()))
    return not_a_duration(text);
  return Duration(static_cast<Duration::rep>(*nanoseconds));
}

Result<bool> parse_switch(std::string_view text) {
  const std::string_view word = trimmed(text);
  const auto is_word = [word](std::string_view known) { return same_word(word, known); };
  static constexpr std::array<std::string_view, 5> kOn = {"true", "yes", "on", "enable", "1"};
  static constexpr std::array<std::string_view, 5> kOff = {"false", "no", "off", "disable", "0"};
  if (std::ranges::any_of(kOn, is_word)) return true;
  if (std::ranges::any_of(kOff, is_word)) return false;
  return error(ErrorKind::invalid_argument, "'{}' is neither true nor false", text);
}

std::string readable_size(std::uint64_t bytes) {
  for (const Unit& unit : kSizeUnits)
    if (bytes % unit.factor == 0 && bytes != 0)
      return fmt::format("{} {}", bytes / unit.factor, unit.name);
  return fmt::format("{} B", bytes);
}

std::string format_duration(Duration duration) {
  const auto nanoseconds = static_cast<std::uint64_t>(duration.count());
  // Whole minutes and hours are given in seconds: that is how time limits are talked about.
  for (const Unit& unit : kDurationUnits)
    if (unit.factor <= 1'000'000'000 && nanoseconds % unit.factor == 0)
      return fmt::format("{}{}", nanoseconds / unit.factor, unit.name);
  return fmt::format("{}ns", nanoseconds);
}

}  // namespace strait::config
