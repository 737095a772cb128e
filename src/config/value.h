// Values as people write them in hints and environment variables: counts, sizes with a suffix,
// durations with a unit, switches. Each parser takes the whole text or fails with invalid_argument
// and a sentence that says what would have been understood; blanks around a value are ignored. The
// canonical forms that `format_` gives are read back to the same value. Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace strait::config {

std::string_view trimmed(std::string_view text) noexcept;

// "64"
Result<std::uint64_t> parse_count(std::string_view text);
// "4194304", "4M", "4MiB" (powers of 1024), "4MB" (powers of 1000); K, M, G, T in either case.
Result<std::uint64_t> parse_size(std::string_view text);
// "60", "60s", "1.5s", "500ms", "250us", "2m", "1h"; no unit means seconds. Down to nanoseconds.
Result<Duration> parse_duration(std::string_view text);
// true/false, yes/no, on/off, enable/disable, 1/0; in either case.
Result<bool> parse_switch(std::string_view text);

// The shortest exact form with a unit: "4 MiB", "1000 B".
std::string readable_size(std::uint64_t bytes);
// The shortest exact form with a unit: "60s", "1500ms".
std::string format_duration(Duration duration);

}  // namespace strait::config
