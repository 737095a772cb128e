// Where a program's log lines go: one line each on standard error, in key=value form (logfmt), with
// the time in UTC. Values that hold blanks, quotes or control characters are quoted, so that no
// peer can forge a line. Thread-safe; a line is written whole.
#pragma once

#include <iosfwd>
#include <memory>
#include <string_view>

#include "base/log.h"

namespace strait::daemon {

// time=2026-05-04T10:11:12.131Z level=info msg="listening" address=127.0.0.1:7420
std::unique_ptr<Log> log_to_standard_error(LogLevel least);
// The same lines into `out`, which outlives the log.
std::unique_ptr<Log> log_to_stream(std::ostream& out, LogLevel least);

}  // namespace strait::daemon
