#include "cli/help.h"

#include <fmt/format.h>

#include <array>

#include "cli/command_table.h"

namespace strait::cli {
namespace {

constexpr std::size_t kWidth = 80;     // columns
constexpr std::size_t kIndent = 2;     // blanks
constexpr std::size_t kSentence = 26;  // column of an option's sentence

constexpr std::array kPassages = {
    Passage{"Names",
            "strait://HOST[:PORT]/EXPORT/PATH; HOST may be [IPv6] or [unix:/SOCKET], and the port "
            "is 7420 where none is given. strait:HOST:PORT:/EXPORT/PATH means the same, for "
            "libraries that refuse unknown schemes. With "
            "STRAIT_MAP=/scratch=strait://host/data, /scratch/run/x means "
            "strait://host/data/run/x."},
    Passage{
        "Environment",
        "Every option of 'strait hints' can be set by its variable: STRAIT_TIMEOUT, STRAIT_MAP, "
        "STRAIT_LOG and so on."},
    Passage{"Exit codes",
            "0: done. 1: something could not be done; standard error says what. 2: the command "
            "line makes no sense."},
};

// Words broken into lines; the first begins at column `column`, the others are indented so far.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t column) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (column > indent && column + 1 + word.size() > kWidth) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out + "\n";
}

std::string paragraphs(std::string_view text, std::size_t indent) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    if (!out.empty()) out += '\n';
    out += std::string(indent, ' ') + wrapped(text.substr(0, end), indent, indent);
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  return out;
}

// A term, and its sentence beside it or, where it is too long, below.
std::string entry(std::string_view term, std::string_view sentence, std::size_t column) {
  std::string line = std::string(kIndent, ' ') + std::string(term);
  line += line.size() + 2 > column ? "\n" + std::string(column, ' ')
                                   : std::string(column - line.size(), ' ');
  return line + wrapped(sentence, column, column);
}

}  // namespace

std::span<const Passage> passages() { return kPassages; }

std::string spelling(const OptionRow& option) {
  std::string text = option.letter != 0 ? fmt::format("-{}, ", option.letter) : "    ";
  text += fmt::format("--{}", option.name);
  if (!option.value.empty()) text += fmt::format(" {}", option.value);
  return text;
}

std::string synopsis(const Command& command) {
  std::string text = fmt::format("strait {}", command.name);
  if (!command.options.empty()) text += " [OPTION...]";
  if (!command.operands.empty()) text += fmt::format(" {}", command.operands);
  return text;
}

std::string overview() {
  std::string text =
      "Usage: strait COMMAND [OPTION...] [NAME...]\n"
      "Files of a straitd, and MPI programs that use them.\n\nCommands:\n";
  constexpr std::size_t kColumn = 12;
  for (const Command* command : commands())
    text += entry(command->name, command->sentence, kColumn);
  text += "\n'strait COMMAND --help' says more about one of them.\n";
  for (const Passage& passage : passages())
    text += fmt::format("\n{}:\n{}", passage.title, paragraphs(passage.text, kIndent));
  return text;
}

std::string help_of(const Command& command) {
  std::string text =
      fmt::format("Usage: {}\n{}", synopsis(command), wrapped(command.sentence, 0, 0));
  text.insert(text.size() - 1, ".");
  if (!command.description.empty()) text += "\n" + paragraphs(command.description, 0);
  text += "\nOptions:\n";
  for (const OptionRow& option : command.options)
    text += entry(spelling(option), option.sentence, kSentence);
  return text + entry("    --help", "This text", kSentence);
}

}  // namespace strait::cli
