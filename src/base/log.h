// Structured log lines: a level, a sentence, and key=value pairs. Whoever logs takes a Log&; where
// the lines go is the business of main(). Thread-safe; never blocks on anything but the sink.
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace strait {

enum class LogLevel : unsigned char { debug, info, warning, error };

struct LogField {
  std::string_view key;
  std::string value;

  template <class T>
  LogField(std::string_view k, const T& v) : key(k), value(fmt::format("{}", v)) {}
};

class Log {
 public:
  virtual ~Log() = default;
  virtual bool enabled(LogLevel level) const noexcept = 0;
  virtual void write(LogLevel level, std::string_view sentence,
                     std::initializer_list<LogField> fields) = 0;

  void debug(std::string_view sentence, std::initializer_list<LogField> fields = {}) {
    if (enabled(LogLevel::debug)) write(LogLevel::debug, sentence, fields);
  }
  void info(std::string_view sentence, std::initializer_list<LogField> fields = {}) {
    if (enabled(LogLevel::info)) write(LogLevel::info, sentence, fields);
  }
  void warning(std::string_view sentence, std::initializer_list<LogField> fields = {}) {
    if (enabled(LogLevel::warning)) write(LogLevel::warning, sentence, fields);
  }
  void error(std::string_view sentence, std::initializer_list<LogField> fields = {}) {
    if (enabled(LogLevel::error)) write(LogLevel::error, sentence, fields);
  }
};

// Swallows everything.
class SilentLog final : public Log {
 public:
  bool enabled(LogLevel) const noexcept override { return false; }
  void write(LogLevel, std::string_view, std::initializer_list<LogField>) override {}
};

}  // namespace strait
