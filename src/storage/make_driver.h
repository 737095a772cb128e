// Drivers from a line of text, as `straitd --export name=SPEC` has it. The grammar, with examples,
// stands in README.md beside this file:
//
//   spec     = path | "posix:" [settings ":"] path | "memory:" [settings] | "null:" | decorator
//   decorator = ("delay" | "error" | "trace") ":" [settings ":"] spec
//   settings = key "=" value {"," key "=" value}
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "base/clock.h"
#include "base/log.h"
#include "storage/driver.h"
#include "storage/memory/options.h"
#include "storage/posix/options.h"

namespace strait::storage {

// What the text does not say: defaults of the drivers, and what they are handed.
struct DriverOptions {
  bool read_only = false;
  PosixOptions posix;  // its root comes from the text
  MemoryOptions memory;
  Log* log = nullptr;                   // where `trace` writes; it must outlive the driver
  std::function<void(Duration)> sleep;  // how `delay` waits; by default the thread sleeps
};

// Fails (invalid_argument) on text that the grammar does not know, with a sentence for a person;
// otherwise with what the driver could not do.
Result<std::unique_ptr<Driver>> make_driver(std::string_view spec, const DriverOptions& options);

}  // namespace strait::storage
