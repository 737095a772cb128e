#include "cli/terminal_log.h"

#include "cli/diagnostics.h"

namespace strait::cli {

bool TerminalLog::enabled(LogLevel level) const noexcept {
  switch (verbosity_) {
    case config::Verbosity::off:
      return false;
    case config::Verbosity::error:
      return level >= LogLevel::error;
    case config::Verbosity::warning:
      return level >= LogLevel::warning;
    case config::Verbosity::info:
      return level >= LogLevel::info;
    case config::Verbosity::debug:
      break;
  }
  return true;
}

void TerminalLog::write(LogLevel, std::string_view sentence,
                        std::initializer_list<LogField> fields) {
  std::string line(sentence);
  for (const LogField& field : fields) line += fmt::format(" {}={}", field.key, field.value);
  diagnostics_.note(line);
}

}  // namespace strait::cli
