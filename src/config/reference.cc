#include "config/reference.h"

#include "config/value.h"

namespace strait::config {
namespace {

constexpr std::string_view kPageTop = R"(# Options

<!-- Generated from the option table in src/config/options.cc, which is also what parses them. -->

Each option has a hint, for `MPI_Info` and hint files, and an environment variable. Where it is said
in several places, the first of these wins: environment variable, argument of the call, `MPI_Info`,
hint file, default. The hint file is ROMIO's: the one that `ROMIO_HINTS` names, else
`/etc/romio-hints`; its lines are `key value`, and `#` begins a comment. With `ROMIO_PRINT_HINTS`
set, rank 0 prints the effective hints of each file that is opened.

A size is a number of bytes, or has a suffix: `4M` and `4MiB` are powers of 1024, `4MB` of 1000.
A duration without a unit is in seconds; `500ms`, `1.5s`, `2m` and `1h` are understood. A value that
cannot be understood is an error; an unknown `strait_` hint is ignored with a warning, and `strait`
warns of a variable that seems to be misspelt.

## Of a file

| hint | variable | kind | default | range |
|---|---|---|---|---|
)";

constexpr std::string_view kProcessTop = R"(
## Of a process

These have no hint: they hold for the whole program.

| variable | kind | default | range |
|---|---|---|---|
)";

constexpr std::string_view kAcceptedTop = R"(
## Hints of other MPI-IO libraries that are accepted

Programs may go on setting these. There is nothing for them to act on; a legal value is handed back
by `MPI_File_get_info`, an illegal one is dropped. Any other hint is ignored.

| hint | why nothing needs doing |
|---|---|
)";

constexpr std::string_view kFixedTop = R"(
## Hints that are only reported

| hint | value | meaning |
|---|---|---|
)";

// The default, in the form for people.
std::string readable_default(const OptionRow& row) {
  const Options defaults;
  if (row.kind == Kind::size)
    return readable_size(defaults.*std::get<std::uint64_t Options::*>(row.member));
  const std::string value = row.value(defaults);
  return value.empty() ? "none" : value;
}

std::string sentences(bool of_file) {
  std::string text = "\n";
  for (const OptionRow& row : OptionTable::rows())
    if (row.info_key.empty() != of_file)
      text += fmt::format("- `{}`: {}\n", row.name(), row.sentence);
  return text;
}

}  // namespace

std::string options_page() {
  std::string page(kPageTop);
  for (const OptionRow& row : OptionTable::rows())
    if (!row.info_key.empty())
      page += fmt::format("| `{}` | `{}` | {} | {} | {} |\n", row.info_key, row.environment,
                          name_of(row.kind), readable_default(row), row.range());
  page += sentences(true);
  page += kProcessTop;
  for (const OptionRow& row : OptionTable::rows())
    if (row.info_key.empty())
      page += fmt::format("| `{}` | {} | {} | {} |\n", row.environment, name_of(row.kind),
                          readable_default(row), row.range());
  page += sentences(false);
  page += kAcceptedTop;
  for (const AcceptedHint& hint : OptionTable::accepted())
    page += fmt::format("| `{}` | {} |\n", hint.key, hint.sentence);
  page += kFixedTop;
  for (const FixedHint& hint : OptionTable::fixed())
    page += fmt::format("| `{}` | `{}` | {} |\n", hint.key, hint.value, hint.sentence);
  return page;
}

std::string options_text(const Options& options) {
  std::string text;
  for (const OptionRow& row : OptionTable::rows()) {
    const std::string value = row.value(options);
    text += fmt::format("{:<24} {}\n", row.name(), value.empty() ? "none" : value);
    if (!row.info_key.empty()) text += fmt::format("    variable {}\n", row.environment);
    text += fmt::format("    {}, {}; default {}\n", name_of(row.kind), row.range(),
                        readable_default(row));
    text += fmt::format("    {}\n", row.sentence);
  }
  return text;
}

}  // namespace strait::config
