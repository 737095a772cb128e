#include <algorithm>
#include <array>
#include <vector>

#include "cli/arguments.h"
#include "cli/columns.h"
#include "cli/command_table.h"
#include "cli/context.h"
#include "cli/copy.h"
#include "cli/figures.h"
#include "cli/interruption.h"
#include "cli/read_ahead.h"
#include "cli/write_behind.h"
#include "config/value.h"
#include "sys/random.h"

namespace strait::cli {
namespace {

constexpr std::uint64_t kCountDefault = 20;
constexpr std::uint64_t kCountMost = 1'000'000;
constexpr std::uint64_t kSizeDefault = 256ULL << 20;  // bytes
constexpr std::uint64_t kSizeMost = 1ULL << 40;       // bytes

constexpr std::array kOptions = {
    OptionRow{'n', "count", "COUNT", "Round trips to measure; default 20"},
    OptionRow{'s', "size", "SIZE",
              "Bytes to write and to read back, as 512M or 4G; 0 measures round trips only; "
              "default 256M"},
};

struct Plan {
  std::uint64_t count = kCountDefault;
  std::uint64_t size = kSizeDefault;
};

Result<Plan> plan_of(const Arguments& arguments) {
  Plan plan;
  if (const auto text = arguments.value("count")) {
    auto count = config::parse_count(*text);
    if (!count) return std::move(count).error().during("--count");
    if (*count == 0 || *count > kCountMost)
      return error(ErrorKind::invalid_argument, "--count {}: out of range, which is 1 to {}", *text,
                   kCountMost);
    plan.count = *count;
  }
  if (const auto text = arguments.value("size")) {
    auto size = config::parse_size(*text);
    if (!size) return std::move(size).error().during("--size");
    if (*size > kSizeMost)
      return error(ErrorKind::invalid_argument, "--size {}: out of range, which is 0 to {}", *text,
                   config::readable_size(kSizeMost));
    plan.size = *size;
  }
  return plan;
}

class Measurement {
 public:
  Measurement(Context& context, client::RemoteName name, const Plan& plan)
      : context_(context), name_(std::move(name)), plan_(plan) {}

  Status round_trips() {
    const Instant began = context_.clock.now();
    STRAIT_TRY(context_.client.ping(name_));
    row("connection", short_duration(context_.clock.now() - began));
    std::vector<Duration> times;
    for (std::uint64_t i = 0; i < plan_.count && !Postponement::requested(); ++i) {
      const Instant sent = context_.clock.now();
      STRAIT_TRY(context_.client.ping(name_));
      times.push_back(context_.clock.now() - sent);
    }
    if (times.empty()) return {};
    std::ranges::sort(times);
    row("round trip, least", short_duration(times.front()));
    row("round trip, median", short_duration(times[times.size() / 2]));
    row("round trip, most", short_duration(times.back()));
    return {};
  }

  // In a file of its own, removed afterwards.
  Status bandwidth() {
    client::RemoteName file = name_;
    std::array<std::byte, 8> random{};
    sys::random_bytes(random);
    std::string name = ".strait-ping-";
    for (const std::byte byte : random) name += fmt::format("{:02x}", static_cast<unsigned>(byte));
    file.path = joined(file.path, name);
    STRAIT_ASSIGN(const client::Opened opened,
                  context_.client.open(file, {.create = true, .exclusive = true, .mode = 0600}));
    Status measured = write(opened.file);
    if (measured) measured = read(opened.file);
    const wire::Handle handle = opened.file.handle();
    Status removed = context_.client.remove(file, &handle);
    return measured ? std::move(removed) : std::move(measured);
  }

  std::string table() const { return as_table(rows_, {Align::left, Align::right}); }

 private:
  std::size_t depth() const { return pieces_in_flight(context_.client.options().window_bytes); }

  void row(std::string_view what, std::string figure) {
    rows_.push_back({std::string(what), std::move(figure)});
  }

  void rate_row(std::string_view what, std::uint64_t bytes, Instant began) {
    const Duration passed = std::max<Duration>(context_.clock.now() - began, Duration(1));
    row(what, rate(static_cast<double>(bytes) / std::chrono::duration<double>(passed).count()));
  }

  Status write(const client::File& file) {
    WriteBehind pieces(file, 0, depth());
    std::uint64_t left = plan_.size;
    const Instant began = context_.clock.now();
    while (left > 0 && !Postponement::requested()) {
      STRAIT_ASSIGN(const MutableBytes room, pieces.room());
      const std::uint64_t length = std::min<std::uint64_t>(left, room.size());
      // Something that no file system stores as a hole.
      std::ranges::fill(room.first(length), std::byte{0x5a});
      pieces.send(length);
      left -= length;
    }
    STRAIT_TRY(pieces.finish());
    if (left == 0) rate_row("write", plan_.size, began);
    return {};
  }

  Status read(const client::File& file) {
    ReadAhead pieces(file, {0, plan_.size}, ReadTo::end_of_range, depth());
    std::uint64_t done = 0;
    const Instant began = context_.clock.now();
    while (!Postponement::requested()) {
      STRAIT_ASSIGN(const ConstBytes piece, pieces.next());
      if (piece.empty()) break;
      done += piece.size();
    }
    if (done == plan_.size) rate_row("read", done, began);
    return {};
  }

  Context& context_;
  const client::RemoteName name_;
  const Plan plan_;
  std::vector<Row> rows_;
};

ExitCode run(Context& context, const Arguments& arguments) {
  const auto plan = plan_of(arguments);
  if (!plan) return context.usage(plan.error().what);
  const std::string& text = arguments.operands().front();
  const auto name = context.server(text);
  if (!name) {
    context.complain(text, name.error());
    return exit_code_of(name.error());
  }
  const Postponement postponement;
  Measurement measurement(context, *name, *plan);
  Status measured = measurement.round_trips();
  if (measured && !name->export_name.empty() && plan->size > 0 && !Postponement::requested())
    measured = measurement.bandwidth();
  context.out.text(measurement.table());
  // Figures before what is said about them, and before a signal that was postponed ends the
  // process.
  static_cast<void>(context.out.flush());
  if (!measured) context.complain(text, measured.error());
  if (measured && name->export_name.empty() && plan->size > 0)
    context.diagnostics.note("NAME is a server; with one of its exports, " + name->url() +
                             "/EXPORT, the bandwidth is measured, too");
  return context.outcome();
}

}  // namespace

const Command kPing = {
    .name = "ping",
    .operands = "NAME",
    .operands_least = 1,
    .operands_most = 1,
    .completion = Completion::files,
    .sentence = "Measure round trips to a server, and the bandwidth of an export",
    .description =
        "NAME is a server, strait://HOST[:PORT], or a directory of one of its exports. Of a server "
        "alone only round trips are measured. In a "
        "directory a file is written, read back and removed; what is read comes from the server's "
        "memory, most likely, so that the figures are those of the link and not of its disks.",
    .options = kOptions,
    .run = run,
};

}  // namespace strait::cli
