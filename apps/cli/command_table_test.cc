#include "cli/command_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "cli/completion.h"
#include "cli/help.h"
#include "cli/manual.h"

namespace strait::cli {
namespace {

using testing::HasSubstr;

TEST(CommandTable, NamesAndLettersAreUnique) {
  std::set<std::string_view> names;
  for (const Command* command : commands()) {
    EXPECT_TRUE(names.insert(command->name).second) << command->name;
    EXPECT_EQ(find_command(command->name), command);
    std::set<std::string_view> options = {"help"};
    std::set<char> letters;
    for (const OptionRow& option : command->options) {
      EXPECT_TRUE(options.insert(option.name).second) << command->name << " " << option.name;
      EXPECT_TRUE(option.letter == 0 || letters.insert(option.letter).second) << option.letter;
      EXPECT_FALSE(option.sentence.empty());
    }
    EXPECT_LE(command->operands_least, command->operands_most);
  }
  EXPECT_EQ(find_command("l"), nullptr);
}

TEST(CommandTable, SuggestsTheCommandThatWasMeant) {
  EXPECT_EQ(no_such_command("lss"), "there is no command 'lss'; did you mean ls?");
  EXPECT_EQ(no_such_command("move"), "there is no command 'move'");
}

TEST(CommandTable, EverythingInItIsInHelpManualAndCompletion) {
  const std::string manual = manual_page();
  const std::string completion = bash_completion();
  for (const Command* command : commands()) {
    EXPECT_THAT(overview(), HasSubstr(std::string(command->sentence.substr(0, 20))));
    EXPECT_THAT(manual, HasSubstr("\"strait " + std::string(command->name)));
    EXPECT_THAT(completion, HasSubstr(" " + std::string(command->name) + ") COMPREPLY="));
    const std::string help = help_of(*command);
    for (const OptionRow& option : command->options) {
      const std::string name = "--" + std::string(option.name);
      EXPECT_THAT(help, HasSubstr(name));
      EXPECT_THAT(completion, HasSubstr(name));
    }
  }
}

TEST(Help, LinesFitATerminal) {
  std::string all = overview();
  for (const Command* command : commands()) all += help_of(*command);
  std::size_t begin = 0;
  for (std::size_t end = all.find('\n'); end != std::string::npos; end = all.find('\n', begin)) {
    EXPECT_LE(end - begin, 80u) << all.substr(begin, end - begin);
    EXPECT_NE(end > begin ? all[end - 1] : 'x', ' ') << all.substr(begin, end - begin);
    begin = end + 1;
  }
}

}  // namespace
}  // namespace strait::cli
