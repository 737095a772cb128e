// Which log lines the user wants to read (STRAIT_LOG).
#pragma once

#include "base/log.h"
#include "config/options.h"

namespace strait::config {

constexpr bool shows(Verbosity verbosity, LogLevel level) {
  switch (verbosity) {
    case Verbosity::off:
      return false;
    case Verbosity::error:
      return level >= LogLevel::error;
    case Verbosity::warning:
      return level >= LogLevel::warning;
    case Verbosity::info:
      return level >= LogLevel::info;
    case Verbosity::debug:
      break;
  }
  return true;
}

}  // namespace strait::config
