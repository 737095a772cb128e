#include "cli/arguments.h"

#include <getopt.h>

#include <algorithm>

#include "config/spelling.h"

namespace strait::cli {
namespace {

// Values of getopt_long: an option's place in the table behind these.
constexpr int kFirstOption = 256;
constexpr int kHelp = kFirstOption - 1;

Error wrong(std::string_view problem, std::string_view word) {
  return error(ErrorKind::invalid_argument, "{} '{}'", problem, word);
}

// The table as getopt_long wants it. Names are literals, so they end with a zero byte.
struct Grammar {
  std::string letters = ":";  // a missing value is told apart from an unknown option
  std::vector<::option> names;

  explicit Grammar(std::span<const OptionRow> rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const OptionRow& row = rows[i];
      const bool takes_value = !row.value.empty();
      if (row.letter != 0) letters += row.letter;
      if (row.letter != 0 && takes_value) letters += ':';
      names.push_back({row.name.data(), takes_value ? required_argument : no_argument, nullptr,
                       kFirstOption + static_cast<int>(i)});
    }
    names.push_back({"help", no_argument, nullptr, kHelp});
    names.push_back({});
  }
};

const OptionRow* row_of(std::span<const OptionRow> rows, int found) {
  if (found >= kFirstOption) return &rows[static_cast<std::size_t>(found - kFirstOption)];
  const auto row = std::ranges::find(rows, static_cast<char>(found), &OptionRow::letter);
  return row == rows.end() ? nullptr : &*row;
}

// The word that getopt_long could not understand: for a letter that letter, else the whole word.
std::string culprit(int argc, char* const* argv) {
  if (optopt > 0 && optopt < kHelp) return {'-', static_cast<char>(optopt)};
  const int last = std::min(optind, argc) - 1;
  return argv[last];
}

Status check_count(const Command& command, std::span<const std::string> operands) {
  if (operands.size() > command.operands_most)
    return wrong("one operand too many:", operands[command.operands_most]);
  if (operands.size() >= command.operands_least) return {};
  return error(ErrorKind::invalid_argument, "operands are missing: {}", command.operands);
}

}  // namespace

Error no_such_option(const Command& command, const std::string& word) {
  std::vector<std::string> names = {"--help"};
  for (const OptionRow& row : command.options) names.push_back(fmt::format("--{}", row.name));
  const std::vector<std::string_view> known(names.begin(), names.end());
  // One letter is as near to any other as to the right one.
  const std::string meant = word.starts_with("--")
                                ? config::did_you_mean(word.substr(0, word.find('=')), known)
                                : std::string();
  return error(ErrorKind::invalid_argument, "there is no option '{}'{}", word, meant);
}

Result<Arguments> Arguments::parse(const Command& command, std::span<const std::string> words) {
  const Grammar grammar(command.options);
  std::vector<std::string> copies(words.begin(), words.end());
  std::vector<char*> argv;
  std::string name(command.name);
  argv.push_back(name.data());
  for (std::string& copy : copies) argv.push_back(copy.data());
  const int argc = static_cast<int>(argv.size());
  argv.push_back(nullptr);

  Arguments parsed;
  optind = 0;  // glibc: begin anew
  opterr = 0;
  for (;;) {
    const int found =
        ::getopt_long(argc, argv.data(), grammar.letters.c_str(), grammar.names.data(), nullptr);
    if (found == -1) break;
    if (found == ':') return wrong("a value is missing after", culprit(argc, argv.data()));
    if (found == '?' && optopt >= kHelp)
      return wrong("no value belongs to that option:", culprit(argc, argv.data()));
    if (found == '?') return no_such_option(command, culprit(argc, argv.data()));
    if (found == kHelp) {
      parsed.help_ = true;
      return parsed;
    }
    const OptionRow* row = row_of(command.options, found);
    parsed.given_.push_back({row, optarg != nullptr ? optarg : ""});
  }
  for (int i = optind; i < argc; ++i) parsed.operands_.emplace_back(argv[i]);
  STRAIT_TRY(check_count(command, parsed.operands_));
  return parsed;
}

bool Arguments::has(std::string_view name) const {
  return std::ranges::any_of(given_, [&](const Given& one) { return one.option->name == name; });
}

std::optional<std::string_view> Arguments::value(std::string_view name) const {
  std::optional<std::string_view> last;
  for (const Given& one : given_) {
    if (one.option->name == name) last = one.value;
  }
  return last;
}

}  // namespace strait::cli
