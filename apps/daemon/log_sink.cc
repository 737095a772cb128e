#include "daemon/log_sink.h"

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <algorithm>

namespace strait::daemon {
namespace {

spdlog::level::level_enum level_of(LogLevel level) {
  switch (level) {
    case LogLevel::debug:
      return spdlog::level::debug;
    case LogLevel::info:
      return spdlog::level::info;
    case LogLevel::warning:
      return spdlog::level::warn;
    case LogLevel::error:
      break;
  }
  return spdlog::level::err;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

bool stands_alone(std::string_view value) {
  return !value.empty() && std::ranges::none_of(value, [](char c) {
    return c == ' ' || c == '"' || c == '=' || c == '\\' || is_control(c);
  });
}

void append_quoted(std::string& line, std::string_view value) {
  line += '"';
  for (const char c : value) {
    if (is_control(c)) {
      line += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
      continue;
    }
    if (c == '"' || c == '\\') line += '\\';
    line += c;
  }
  line += '"';
}

class SpdlogLog final : public Log {
 public:
  SpdlogLog(spdlog::sink_ptr sink, LogLevel least) : logger_("strait", std::move(sink)) {
    logger_.set_level(level_of(least));
    logger_.flush_on(spdlog::level::debug);
    logger_.set_formatter(std::make_unique<spdlog::pattern_formatter>(
        "time=%Y-%m-%dT%H:%M:%S.%eZ level=%l %v", spdlog::pattern_time_type::utc));
  }

  bool enabled(LogLevel level) const noexcept override {
    return logger_.should_log(level_of(level));
  }

  void write(LogLevel level, std::string_view sentence,
             std::initializer_list<LogField> fields) override {
    std::string line = "msg=";
    append_quoted(line, sentence);
    for (const LogField& field : fields) {
      line += fmt::format(" {}=", field.key);
      if (stands_alone(field.value)) {
        line += field.value;
      } else {
        append_quoted(line, field.value);
      }
    }
    logger_.log(level_of(level), "{}", line);
  }

 private:
  spdlog::logger logger_;
};

}  // namespace

std::unique_ptr<Log> log_to_standard_error(LogLevel least) {
  return std::make_unique<SpdlogLog>(std::make_shared<spdlog::sinks::stderr_sink_mt>(), least);
}

std::unique_ptr<Log> log_to_stream(std::ostream& out, LogLevel least) {
  return std::make_unique<SpdlogLog>(std::make_shared<spdlog::sinks::ostream_sink_mt>(out, true),
                                     least);
}

}  // namespace strait::daemon
