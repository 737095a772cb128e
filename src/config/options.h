// What can be set: the values (Options), and the table that is parser, manual and MPI hints at once
// (OptionTable). A member that no row names cannot be set; a row's default is the member's
// initializer. Adding an option is adding a member here and a row in options.cc. All of this is
// constant data; any thread.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/clock.h"
#include "base/result.h"

namespace strait::config {

enum class Checksums : std::uint8_t { automatic, on, off };
enum class Sieving : std::uint8_t { automatic, enable, disable };
enum class ThreadLevel : std::uint8_t { raise, keep };
enum class Verbosity : std::uint8_t { off, error, warning, info, debug };

struct Options {
  // Of a file.
  Duration timeout = std::chrono::seconds(60);
  std::uint64_t window_requests = 64;
  std::uint64_t window_bytes = std::uint64_t{64} << 20;
  std::uint64_t request_size = std::uint64_t{4} << 20;
  Checksums checksums = Checksums::automatic;
  Sieving write_sieving = Sieving::automatic;
  // Of the process.
  std::string map;
  Verbosity log = Verbosity::warning;
  ThreadLevel threads = ThreadLevel::raise;
};

enum class Kind : std::uint8_t { count, size, duration, choice, text };
std::string_view name_of(Kind kind) noexcept;

struct OptionRow {
  using Member = std::variant<std::uint64_t Options::*, Duration Options::*, std::string Options::*,
                              Checksums Options::*, Sieving Options::*, ThreadLevel Options::*,
                              Verbosity Options::*>;

  std::string_view info_key;     // MPI_Info and ROMIO_HINTS; empty: a setting of the process
  std::string_view environment;  // the variable
  Kind kind;
  Member member;
  std::uint64_t least = 0;  // count: as is, size: bytes, duration: nanoseconds
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::span<const std::string_view> choices;  // in the order of the member's enumerators
  std::string_view sentence;

  // What a message calls it: the hint, or else the variable.
  std::string_view name() const noexcept { return info_key.empty() ? environment : info_key; }
  // The value of the member, in the form that `assign` reads back.
  std::string value(const Options& options) const;
  // Sets the member. On invalid_argument `options` is unchanged.
  Status assign(Options& options, std::string_view text) const;
  // For people: "1ms to 86400s", "automatic, enable or disable".
  std::string range() const;
};

// Another system's hint that has nothing to act on here, so that programs may go on setting it: a
// legal value is handed back by MPI_File_get_info, an illegal one is dropped.
struct AcceptedHint {
  std::string_view key;
  enum class Form : std::uint8_t { count, size, toggle, romio_switch, text } form;
  std::string_view sentence;  // why nothing needs doing

  bool legal(std::string_view value) const;
};

// What MPI_File_get_info always says about files here.
struct FixedHint {
  std::string_view key;
  std::string_view value;
  std::string_view sentence;
};

class OptionTable {
 public:
  static std::span<const OptionRow> rows() noexcept;
  static std::span<const AcceptedHint> accepted() noexcept;
  static std::span<const FixedHint> fixed() noexcept;

  // Null where there is none.
  static const OptionRow* row_of_hint(std::string_view info_key) noexcept;
  static const AcceptedHint* accepted_hint(std::string_view key) noexcept;
};

}  // namespace strait::config
