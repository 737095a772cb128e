// What a command of `strait` is: one row of a table that its parser, `--help`, the manual page and
// the shell's completion all read. Constant data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace strait::cli {

class Arguments;
struct Context;

enum class ExitCode : std::uint8_t {
  ok = 0,
  failed = 1,  // something could not be done; standard error says what
  usage = 2,   // the command line makes no sense
};

struct OptionRow {
  char letter = 0;  // -l; 0: none
  std::string_view name;
  std::string_view value;  // what it takes, "COUNT"; empty: a switch
  std::string_view sentence;
};

// What a shell offers for an operand.
enum class Completion : std::uint8_t { nothing, files, commands };

struct Command {
  std::string_view name;
  std::string_view operands;  // as the synopsis shows them: "NAME..."
  std::size_t operands_least = 0;
  std::size_t operands_most = 0;
  Completion completion = Completion::nothing;
  std::string_view sentence;
  // Paragraphs divided by empty lines.
  std::string_view description;
  std::span<const OptionRow> options;
  // Null: it takes its words as they are (`run`), and main() calls it.
  ExitCode (*run)(Context&, const Arguments&) = nullptr;
};

inline constexpr std::size_t kOperandsMax = 1 << 20;  // "any number"

}  // namespace strait::cli
