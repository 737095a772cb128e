// Log lines on the program's standard error: "strait: warning: rank 3: sentence key=value". One
// write per line, so that the lines of many ranks do not mix. Any thread.
#pragma once

#include "base/log.h"
#include "config/options.h"

namespace strait::mpiio {

class StderrLog final : public Log {
 public:
  // `rank`: in the world of all.
  StderrLog(config::Verbosity verbosity, int rank) : verbosity_(verbosity), rank_(rank) {}

  bool enabled(LogLevel level) const noexcept override;
  void write(LogLevel level, std::string_view sentence,
             std::initializer_list<LogField> fields) override;

 private:
  const config::Verbosity verbosity_;
  const int rank_;
};

}  // namespace strait::mpiio
