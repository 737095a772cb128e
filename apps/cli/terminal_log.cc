#include "cli/terminal_log.h"

#include "cli/diagnostics.h"
#include "config/verbosity.h"

namespace strait::cli {

bool TerminalLog::enabled(LogLevel level) const noexcept {
  return config::shows(verbosity_, level);
}

void TerminalLog::write(LogLevel, std::string_view sentence,
                        std::initializer_list<LogField> fields) {
  std::string line(sentence);
  for (const LogField& field : fields) line += fmt::format(" {}={}", field.key, field.value);
  diagnostics_.note(line);
}

}  // namespace strait::cli
