// What the rooms below want to say (STRAIT_LOG), on standard error beside the complaints. Threads:
// any; each line is one write.
#pragma once

#include "base/log.h"
#include "config/options.h"

namespace strait::cli {

class Diagnostics;

class TerminalLog final : public Log {
 public:
  TerminalLog(Diagnostics& diagnostics, config::Verbosity verbosity)
      : diagnostics_(diagnostics), verbosity_(verbosity) {}

  bool enabled(LogLevel level) const noexcept override;
  void write(LogLevel level, std::string_view sentence,
             std::initializer_list<LogField> fields) override;

 private:
  Diagnostics& diagnostics_;
  const config::Verbosity verbosity_;
};

}  // namespace strait::cli
