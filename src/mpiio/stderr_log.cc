#include "mpiio/stderr_log.h"

#include <cstdio>
#include <string>

#include "config/verbosity.h"

namespace strait::mpiio {
namespace {

std::string_view name_of(LogLevel level) {
  switch (level) {
    case LogLevel::debug:
      return "debug";
    case LogLevel::info:
      return "info";
    case LogLevel::warning:
      return "warning";
    case LogLevel::error:
      break;
  }
  return "error";
}

}  // namespace

bool StderrLog::enabled(LogLevel level) const noexcept { return config::shows(verbosity_, level); }

void StderrLog::write(LogLevel level, std::string_view sentence,
                      std::initializer_list<LogField> fields) {
  std::string line = fmt::format("strait: {}: rank {}: {}", name_of(level), rank_, sentence);
  for (const LogField& field : fields) line += fmt::format(" {}={}", field.key, field.value);
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace strait::mpiio
