#include "config/options.h"

#include <algorithm>
#include <array>

#include "base/bytes.h"
#include "config/value.h"

namespace strait::config {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = 1024 * kKiB;
constexpr std::uint64_t kGiB = 1024 * kMiB;

constexpr std::uint64_t nanoseconds(Duration duration) {
  return static_cast<std::uint64_t>(duration.count());
}
constexpr std::uint64_t kTimeoutLeast = nanoseconds(std::chrono::milliseconds(1));
constexpr std::uint64_t kTimeoutMost = nanoseconds(std::chrono::hours(24));

// The spellings of each enumeration, in its order.
constexpr std::array<std::string_view, 3> kChecksums = {"auto", "on", "off"};
constexpr std::array<std::string_view, 3> kSieving = {"automatic", "enable", "disable"};
constexpr std::array<std::string_view, 2> kThreadLevels = {"raise", "keep"};
constexpr std::array<std::string_view, 5> kVerbosities = {"off", "error", "warning", "info",
                                                          "debug"};

constexpr std::array kRows = {
    OptionRow{.info_key = "strait_timeout",
              .environment = "STRAIT_TIMEOUT",
              .kind = Kind::duration,
              .member = &Options::timeout,
              .least = kTimeoutLeast,
              .most = kTimeoutMost,
              .sentence = "An operation that makes no progress for this long fails; reconnecting "
                          "to a server that has gone away counts as no progress. Until it is "
                          "heard of again, further operations fail after 2 seconds."},
    OptionRow{.info_key = "strait_window_requests",
              .environment = "STRAIT_WINDOW_REQUESTS",
              .kind = Kind::count,
              .member = &Options::window_requests,
              .least = 1,
              .most = 4096,
              .sentence = "At most this many requests are in flight on one connection, or as many "
                          "as the server takes where that is less."},
    OptionRow{.info_key = "strait_window_bytes",
              .environment = "STRAIT_WINDOW_BYTES",
              .kind = Kind::size,
              .member = &Options::window_bytes,
              .least = 64 * kKiB,
              .most = 16 * kGiB,
              .sentence = "At most this many bytes of data are in flight on one connection; a link "
                          "is kept full when it is at least bandwidth times round-trip time."},
    OptionRow{.info_key = "strait_request_size",
              .environment = "STRAIT_REQUEST_SIZE",
              .kind = Kind::size,
              .member = &Options::request_size,
              .least = 4 * kKiB,
              .most = kGiB,
              .sentence = "A large access is cut into requests of this many bytes, which travel "
                          "and are executed side by side."},
    OptionRow{.info_key = "strait_checksums",
              .environment = "STRAIT_CHECKSUMS",
              .kind = Kind::choice,
              .member = &Options::checksums,
              .choices = kChecksums,
              .sentence = "Whether data carries checksums across the connection; auto means on "
                          "where it crosses a network, off on one host."},
    OptionRow{.info_key = "romio_ds_write",
              .environment = "STRAIT_DS_WRITE",
              .kind = Kind::choice,
              .member = &Options::write_sieving,
              .choices = kSieving,
              .sentence = "With disable, the server never reads, modifies and writes back bytes "
                          "between the pieces of a noncontiguous write; otherwise it does so, "
                          "under a lock, where that is faster."},
    OptionRow{.environment = "STRAIT_MAP",
              .kind = Kind::text,
              .member = &Options::map,
              .sentence = "Local prefixes that lead elsewhere, divided by commas: "
                          "/scratch=strait://host/data. The longest prefix wins."},
    OptionRow{.environment = "STRAIT_LOG",
              .kind = Kind::choice,
              .member = &Options::log,
              .choices = kVerbosities,
              .sentence = "How much is said on standard error."},
    OptionRow{.environment = "STRAIT_THREADS",
              .kind = Kind::choice,
              .member = &Options::threads,
              .choices = kThreadLevels,
              .sentence = "Whether MPI's thread level may be raised so that nonblocking "
                          "operations proceed on their own; with keep they may complete before "
                          "the call returns."},
};

using Form = AcceptedHint::Form;
constexpr std::string_view kServerGathers =
    "The server gathers the accesses of all ranks itself; no rank is an aggregator.";
constexpr std::string_view kNoClientBuffer =
    "Noncontiguous accesses are shipped as they are; the client needs no buffer for them.";
constexpr std::string_view kAtTheServer = "How the file lies on disks is settled at the server.";

constexpr std::array kAccepted = {
    AcceptedHint{"access_style", Form::text, "Every style is served alike."},
    AcceptedHint{"collective_buffering", Form::toggle, kServerGathers},
    AcceptedHint{"cb_block_size", Form::size, kServerGathers},
    AcceptedHint{"cb_buffer_size", Form::size, kServerGathers},
    AcceptedHint{"cb_config_list", Form::text, kServerGathers},
    AcceptedHint{"cb_nodes", Form::count, kServerGathers},
    AcceptedHint{"romio_cb_read", Form::romio_switch, kServerGathers},
    AcceptedHint{"romio_cb_write", Form::romio_switch, kServerGathers},
    AcceptedHint{"romio_no_indep_rw", Form::toggle,
                 "Opening costs one request for all ranks, whether they access the file "
                 "independently or not."},
    AcceptedHint{"romio_ds_read", Form::romio_switch,
                 "The server chooses how it reads; nothing that was not asked for crosses the "
                 "connection."},
    AcceptedHint{"ind_rd_buffer_size", Form::size, kNoClientBuffer},
    AcceptedHint{"ind_wr_buffer_size", Form::size, kNoClientBuffer},
    AcceptedHint{"romio_synchronized_flush", Form::toggle,
                 "MPI_File_sync asks the server once for all ranks."},
    AcceptedHint{"striping_unit", Form::size, kAtTheServer},
    AcceptedHint{"striping_factor", Form::count, kAtTheServer},
    AcceptedHint{"nb_proc", Form::count, "Any number of processes may share a file."},
    AcceptedHint{"num_io_nodes", Form::count, kAtTheServer},
};

constexpr std::array kFixed = {
    FixedHint{"romio_visibility_immediate", "true",
              "What a write has returned for is seen by every other process's next read."},
};

Status in_range(const OptionRow& row, std::uint64_t value, std::string_view text) {
  if (value >= row.least && value <= row.most) return {};
  return error(ErrorKind::invalid_argument, "'{}' is out of range; {} is allowed", text,
               row.range());
}

// The value, or why the text is none and what would be one.
template <class Value>
Result<Value> parsed(const OptionRow& row, Result<Value> value) {
  if (!value) value.error().what += fmt::format("; {} is allowed", row.range());
  return value;
}

struct Assign {
  const OptionRow& row;
  Options& options;
  std::string_view text;

  Status operator()(std::uint64_t Options::*member) const {
    STRAIT_ASSIGN(const std::uint64_t value,
                  parsed(row, row.kind == Kind::size ? parse_size(text) : parse_count(text)));
    STRAIT_TRY(in_range(row, value, text));
    options.*member = value;
    return {};
  }
  Status operator()(Duration Options::*member) const {
    STRAIT_ASSIGN(const Duration value, parsed(row, parse_duration(text)));
    STRAIT_TRY(in_range(row, nanoseconds(value), text));
    options.*member = value;
    return {};
  }
  Status operator()(std::string Options::*member) const {
    options.*member = trimmed(text);
    return {};
  }
  template <class Enumeration>
  Status operator()(Enumeration Options::*member) const {
    const auto found = std::ranges::find(row.choices, trimmed(text));
    if (found == row.choices.end())
      return error(ErrorKind::invalid_argument, "'{}' is none of {}", text, row.range());
    options.*member = static_cast<Enumeration>(found - row.choices.begin());
    return {};
  }
};

struct Format {
  const OptionRow& row;
  const Options& options;

  // Sizes are given in plain bytes: programs read them back with atoi.
  std::string operator()(std::uint64_t Options::*member) const {
    return fmt::format("{}", options.*member);
  }
  std::string operator()(Duration Options::*member) const {
    return format_duration(options.*member);
  }
  std::string operator()(std::string Options::*member) const { return options.*member; }
  template <class Enumeration>
  std::string operator()(Enumeration Options::*member) const {
    return std::string(row.choices[static_cast<std::size_t>(options.*member)]);
  }
};

}  // namespace

std::string_view name_of(Kind kind) noexcept {
  constexpr std::array<std::string_view, 5> kNames = {"count", "size", "duration", "choice",
                                                      "text"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string OptionRow::value(const Options& options) const {
  return std::visit(Format{*this, options}, member);
}

Status OptionRow::assign(Options& options, std::string_view text) const {
  return std::visit(Assign{*this, options, text}, member);
}

std::string OptionRow::range() const {
  switch (kind) {
    case Kind::count:
      return fmt::format("{} to {}", least, most);
    case Kind::size:
      return fmt::format("{} to {}", readable_size(least), readable_size(most));
    case Kind::duration:
      return fmt::format("{} to {}", format_duration(Duration(least)),
                         format_duration(Duration(most)));
    case Kind::choice:
      return fmt::format("{} or {}", fmt::join(choices.first(choices.size() - 1), ", "),
                         choices.back());
    case Kind::text:
      break;
  }
  return "any";
}

bool AcceptedHint::legal(std::string_view value) const {
  switch (form) {
    case Form::count:
      return parse_count(value).has_value();
    case Form::size:
      return parse_size(value).has_value();
    case Form::toggle:
      return parse_switch(value).has_value();
    case Form::romio_switch:
      return std::ranges::find(kSieving, trimmed(value)) != kSieving.end();
    case Form::text:
      break;
  }
  return !trimmed(value).empty();
}

std::span<const OptionRow> OptionTable::rows() noexcept { return kRows; }
std::span<const AcceptedHint> OptionTable::accepted() noexcept { return kAccepted; }
std::span<const FixedHint> OptionTable::fixed() noexcept { return kFixed; }

const OptionRow* OptionTable::row_of_hint(std::string_view info_key) noexcept {
  if (info_key.empty()) return nullptr;
  const auto found = std::ranges::find(rows(), info_key, &OptionRow::info_key);
  return found == rows().end() ? nullptr : &*found;
}

const AcceptedHint* OptionTable::accepted_hint(std::string_view key) noexcept {
  const auto found = std::ranges::find(accepted(), key, &AcceptedHint::key);
  return found == accepted().end() ? nullptr : &*found;
}

}  // namespace strait::config
