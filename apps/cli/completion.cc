#include "cli/completion.h"

#include <fmt/format.h>

#include "cli/command_table.h"

namespace strait::cli {
namespace {

std::string option_words(const Command& command) {
  std::string words;
  for (const OptionRow& option : command.options) {
    if (option.letter != 0) words += fmt::format("-{} ", option.letter);
    words += fmt::format("--{} ", option.name);
  }
  return words + "--help";
}

constexpr std::string_view kTop =
    R"(# Completion of strait's command line for bash. Generated from the program's own table.
_strait() {
    local current=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "$_strait_commands --help --version" -- "$current"))
        return
    fi
    if [[ $current == -* ]]; then
        case ${COMP_WORDS[1]} in
)";

constexpr std::string_view kOperands = R"(        esac
    else
        case ${COMP_WORDS[1]} in
)";

constexpr std::string_view kBottom =
    R"(            help) COMPREPLY=($(compgen -W "$_strait_commands" -- "$current")) ;;
            *) compopt -o default 2>/dev/null ;;
        esac
    fi
}
complete -F _strait strait
)";

}  // namespace

std::string bash_completion() {
  std::string names = "help";
  std::string cases;
  std::string operands;
  for (const Command* command : commands()) {
    names += fmt::format(" {}", command->name);
    cases += fmt::format("            {}) COMPREPLY=($(compgen -W \"{}\" -- \"$current\")) ;;\n",
                         command->name, option_words(*command));
    if (command->completion == Completion::commands)
      operands += fmt::format(
          "            {}) COMPREPLY=($(compgen -c -- \"$current\"))\n"
          "                compopt -o default 2>/dev/null ;;\n",
          command->name);
    if (command->completion == Completion::nothing)
      operands += fmt::format("            {}) ;;\n", command->name);
  }
  const std::size_t comment = kTop.find('\n') + 1;
  return fmt::format("{}_strait_commands=\"{}\"\n{}{}{}{}{}", kTop.substr(0, comment), names,
                     kTop.substr(comment), cases, kOperands, operands, kBottom);
}

}  // namespace strait::cli
