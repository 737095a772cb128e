// Figures as people read them: sizes, rates, durations, modes and times of files. Pure, except that
// times are told in the zone of the process.
#pragma once

#include <cstdint>
#include <string>

#include "base/clock.h"
#include "wire/attributes.h"

namespace strait::cli {

// As `ls -h`: "0", "912", "1.5K", "23M"; powers of 1024, three digits at most, rounded up.
std::string short_size(std::uint64_t bytes);
// "912 B", "1.5 GiB": four digits at most, rounded.
std::string long_size(std::uint64_t bytes);
// "512 MiB/s"
std::string rate(double bytes_per_second);
// "0:07", "12:34", "1:02:03"
std::string clock_time(Duration duration);
// "12.3 us", "4.56 ms", "1.20 s": three digits.
std::string short_duration(Duration duration);

// "drwxr-xr-x", with s, S, t and T as ls shows them.
std::string mode_text(wire::FileKind kind, std::uint32_t mode);
// "2026-11-21 08:33"
std::string minute_text(const wire::Timestamp& time);
// "2026-11-21 08:33:51.123456789 +0000"
std::string nanosecond_text(const wire::Timestamp& time);

}  // namespace strait::cli
