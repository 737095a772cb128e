// The words behind a command's name, read by its row of the table, with the conventions of GNU
// programs: options and operands in any order, -lh for -l -h, --size=4M or --size 4M, unambiguous
// beginnings of long names, and "--" before operands that begin with a dash. One call at a time:
// getopt_long(3) keeps its state in globals.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/command.h"

namespace strait::cli {

// The complaint about a word that looks like an option, with the name that was probably meant.
Error no_such_option(const Command& command, const std::string& word);

class Arguments {
 public:
  // `help` is set, and nothing else looked at, where --help stands among the options. Errors:
  // invalid_argument.
  static Result<Arguments> parse(const Command& command, std::span<const std::string> words);

  bool help() const noexcept { return help_; }
  // Whether the option was given. `name` is one of the command's table.
  bool has(std::string_view name) const;
  // The value of its last occurrence, if any.
  std::optional<std::string_view> value(std::string_view name) const;
  const std::vector<std::string>& operands() const noexcept { return operands_; }

 private:
  struct Given {
    const OptionRow* option;
    std::string value;
  };

  bool help_ = false;
  std::vector<Given> given_;
  std::vector<std::string> operands_;
};

}  // namespace strait::cli
