#include "storage/make_driver.h"

#include <array>
#include <charconv>
#include <cstring>
#include <map>
#include <optional>
#include <string>

#include "storage/delay/delay_driver.h"
#include "storage/error/error_driver.h"
#include "storage/memory/memory_driver.h"
#include "storage/null/null_driver.h"
#include "storage/posix/posix_driver.h"
#include "storage/trace/trace_driver.h"

namespace strait::storage {
namespace {

constexpr int kDecoratorsMax = 16;  // one in front of the other

using Made = Result<std::unique_ptr<Driver>>;

template <class... Args>
Error wrong(fmt::format_string<Args...> format, Args&&... args) {
  return error(ErrorKind::invalid_argument, format, std::forward<Args>(args)...);
}

Result<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || text.empty()) return wrong("{}: not a number", text);
  const std::string_view suffix(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (suffix.empty()) return value;
  constexpr std::string_view kUnits = "KMGT";  // powers of 1024
  const std::size_t unit = suffix.size() == 1 ? kUnits.find(suffix[0]) : std::string_view::npos;
  if (unit == std::string_view::npos) return wrong("{}: units are K, M, G and T", text);
  const auto scaled = checked_mul(value, std::uint64_t{1} << (10 * (unit + 1)));
  if (!scaled) return wrong("{}: too large", text);
  return *scaled;
}

Result<int> errno_named(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, int>, 12> kNames{{{"EIO", EIO},
                                                                     {"ENOSPC", ENOSPC},
                                                                     {"EDQUOT", EDQUOT},
                                                                     {"EACCES", EACCES},
                                                                     {"EPERM", EPERM},
                                                                     {"EROFS", EROFS},
                                                                     {"ESTALE", ESTALE},
                                                                     {"ENOENT", ENOENT},
                                                                     {"EMFILE", EMFILE},
                                                                     {"EFBIG", EFBIG},
                                                                     {"EBUSY", EBUSY},
                                                                     {"EAGAIN", EAGAIN}}};
  for (const auto& [text, value] : kNames) {
    if (text == name) return value;
  }
  return wrong("{}: an errno such as EIO or ENOSPC is expected", name);
}

// The settings in front of a spec; whoever knows a key takes it, and what is left over is wrong.
class Settings {
 public:
  static Result<Settings> parse(std::string_view text, std::string_view of) {
    Settings settings(of);
    while (!text.empty()) {
      const std::string_view item = text.substr(0, text.find(','));
      text.remove_prefix(std::min(text.size(), item.size() + 1));
      const std::size_t equals = item.find('=');
      if (equals == std::string_view::npos) return wrong("{}: {}: key=value expected", of, item);
      settings.values_[std::string(item.substr(0, equals))] = item.substr(equals + 1);
    }
    return settings;
  }

  std::optional<std::string> take(const std::string& key) {
    const auto found = values_.extract(key);
    if (found.empty()) return {};
    return found.mapped();
  }
  // Leaves `value` alone where there is no such key.
  Status take(const std::string& key, std::uint64_t& value) {
    const auto text = take(key);
    if (!text) return {};
    auto parsed = number(*text);
    if (!parsed) return std::move(parsed).error().during(fmt::format("{}: {}", of_, key));
    value = *parsed;
    return {};
  }
  Status nothing_left() const {
    if (values_.empty()) return {};
    return wrong("{}: no setting is called {}", of_, values_.begin()->first);
  }

 private:
  explicit Settings(std::string_view of) : of_(of) {}
  std::string of_;
  std::map<std::string, std::string> values_;
};

struct Spec {
  std::string_view word;      // "posix" for a bare path
  std::string_view settings;  // as written
  std::string_view rest;
};

bool is_word(std::string_view text) {
  for (const std::string_view word : {"posix", "memory", "null", "delay", "error", "trace"}) {
    if (text == word) return true;
  }
  return false;
}

Spec parse(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || !is_word(text.substr(0, colon))) {
    return {"posix", {}, text};
  }
  Spec spec{text.substr(0, colon), {}, text.substr(colon + 1)};
  // Settings have an equals sign before anything that a path or another word has.
  const std::size_t mark = spec.rest.find_first_of("=/:");
  if (mark != std::string_view::npos && spec.rest[mark] == '=') {
    spec.settings = spec.rest.substr(0, spec.rest.find(':'));
    spec.rest.remove_prefix(std::min(spec.rest.size(), spec.settings.size() + 1));
  }
  return spec;
}

Made make_posix(const Spec& spec, Settings settings, const DriverOptions& options) {
  PosixOptions posix = options.posix;
  posix.root = spec.rest;
  posix.read_only = posix.read_only || options.read_only;
  if (posix.root.empty()) return wrong("posix: a directory is expected");
  std::uint64_t descriptors = posix.descriptors_max;
  STRAIT_TRY(settings.take("descriptors", descriptors));
  posix.descriptors_max = descriptors;
  if (const auto resolve = settings.take("resolve")) {
    if (*resolve != "openat2" && *resolve != "walk") {
      return wrong("posix: resolve={}: openat2 or walk", *resolve);
    }
    posix.resolution = *resolve == "walk" ? Resolution::walk : Resolution::openat2;
  }
  if (const auto handles = settings.take("handles")) {
    if (*handles != "kernel" && *handles != "database") {
      return wrong("posix: handles={}: kernel or database", *handles);
    }
    posix.handles = *handles == "kernel" ? Handles::kernel : Handles::database;
  }
  STRAIT_TRY(settings.nothing_left());
  STRAIT_ASSIGN(std::unique_ptr<Driver> made, PosixDriver::create(std::move(posix)));
  return made;
}

Made make_memory(const Spec& spec, Settings settings, const DriverOptions& options) {
  MemoryOptions memory = options.memory;
  memory.read_only = memory.read_only || options.read_only;
  STRAIT_TRY(settings.take("capacity", memory.capacity_bytes));
  STRAIT_TRY(settings.nothing_left());
  if (!spec.rest.empty()) return wrong("memory: {}: nothing more is expected", spec.rest);
  return std::make_unique<MemoryDriver>(std::move(memory));
}

Made make_null(const Spec& spec, Settings settings, const DriverOptions& options) {
  STRAIT_TRY(settings.nothing_left());
  if (!spec.rest.empty()) return wrong("null: {}: nothing more is expected", spec.rest);
  return std::make_unique<NullDriver>(options.read_only);
}

Made decorate_delay(std::unique_ptr<Driver> inner, Settings settings,
                    const DriverOptions& options) {
  std::uint64_t ms = 0;
  std::uint64_t us = 0;
  DelayOptions delay;
  delay.sleep = options.sleep;
  STRAIT_TRY(settings.take("ms", ms));
  STRAIT_TRY(settings.take("us", us));
  STRAIT_TRY(settings.take("rate", delay.bytes_per_second));
  STRAIT_TRY(settings.nothing_left());
  constexpr std::uint64_t kDelayMax = 3'600'000;  // ms: an hour
  if (ms > kDelayMax || us > kDelayMax * 1000) return wrong("delay: at most an hour");
  delay.per_call = std::chrono::milliseconds(ms) + std::chrono::microseconds(us);
  return std::make_unique<DelayDriver>(std::move(inner), std::move(delay));
}

Result<std::set<Operation>> operations_named(std::string_view text) {
  std::set<Operation> named;
  while (!text.empty()) {
    const std::string_view name = text.substr(0, text.find('+'));
    text.remove_prefix(std::min(text.size(), name.size() + 1));
    std::size_t index = 0;
    while (index < static_cast<std::size_t>(Operation::count_) &&
           name_of(static_cast<Operation>(index)) != name) {
      ++index;
    }
    if (index == static_cast<std::size_t>(Operation::count_)) {
      return wrong("error: calls={}: no such call", name);
    }
    named.insert(static_cast<Operation>(index));
  }
  return named;
}

Made decorate_error(std::unique_ptr<Driver> inner, Settings settings) {
  ErrorOptions options;
  if (const auto rate = settings.take("rate")) {
    const std::size_t slash = rate->find('/');
    if (slash == std::string::npos) return wrong("error: rate={}: parts/whole, as 1/100", *rate);
    STRAIT_ASSIGN(options.parts, number(std::string_view(*rate).substr(0, slash)));
    STRAIT_ASSIGN(options.whole, number(std::string_view(*rate).substr(slash + 1)));
    if (options.whole == 0) return wrong("error: rate={}: of nothing", *rate);
  }
  if (const auto name = settings.take("errno")) {
    STRAIT_ASSIGN(options.os_errno, errno_named(*name));
  }
  if (const auto calls = settings.take("calls")) {
    STRAIT_ASSIGN(options.operations, operations_named(*calls));
  }
  if (const auto file = settings.take("file")) options.trigger_file = *file;
  STRAIT_TRY(settings.take("seed", options.seed));
  STRAIT_TRY(settings.nothing_left());
  return std::make_unique<ErrorDriver>(std::move(inner), std::move(options));
}

Made make(std::string_view text, const DriverOptions& options, int depth) {
  if (depth > kDecoratorsMax) return wrong("more than {} decorators", kDecoratorsMax);
  const Spec spec = parse(text);
  STRAIT_ASSIGN(Settings settings, Settings::parse(spec.settings, spec.word));
  if (spec.word == "posix") return make_posix(spec, std::move(settings), options);
  if (spec.word == "memory") return make_memory(spec, std::move(settings), options);
  if (spec.word == "null") return make_null(spec, std::move(settings), options);

  STRAIT_ASSIGN(std::unique_ptr<Driver> inner, make(spec.rest, options, depth + 1));
  if (spec.word == "delay") return decorate_delay(std::move(inner), std::move(settings), options);
  if (spec.word == "error") return decorate_error(std::move(inner), std::move(settings));
  STRAIT_TRY(settings.nothing_left());
  if (options.log == nullptr) return wrong("trace: there is no log to write to");
  return std::make_unique<TraceDriver>(std::move(inner), *options.log);
}

}  // namespace

Result<std::unique_ptr<Driver>> make_driver(std::string_view spec, const DriverOptions& options) {
  return make(spec, options, 0);
}

}  // namespace strait::storage
