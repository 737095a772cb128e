#include "cli/arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace strait::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::array kOptions = {
    OptionRow{'l', "long", "", "Long"},
    OptionRow{'h', "human-readable", "", "Human"},
    OptionRow{'m', "mode", "MODE", "Mode"},
    OptionRow{0, "size", "SIZE", "Size"},
};
constexpr Command kCommand = {.name = "test",
                              .operands = "NAME...",
                              .operands_least = 1,
                              .operands_most = 3,
                              .sentence = "Test",
                              .description = "",
                              .options = kOptions};

Result<Arguments> parsed(std::vector<std::string> words) {
  return Arguments::parse(kCommand, words);
}

std::string complaint_about(std::vector<std::string> words) {
  const auto result = parsed(std::move(words));
  return result ? "none" : result.error().what;
}

TEST(Arguments, OptionsAndOperandsStandInAnyOrder) {
  const Arguments arguments = parsed({"a", "-lh", "b", "--mode=755", "--size", "4M"}).value();
  EXPECT_TRUE(arguments.has("long"));
  EXPECT_TRUE(arguments.has("human-readable"));
  EXPECT_EQ(arguments.value("mode"), "755");
  EXPECT_EQ(arguments.value("size"), "4M");
  EXPECT_THAT(arguments.operands(), ElementsAre("a", "b"));
  EXPECT_FALSE(arguments.help());
}

TEST(Arguments, WhatIsNotGivenIsNotThere) {
  const Arguments arguments = parsed({"a"}).value();
  EXPECT_FALSE(arguments.has("long"));
  EXPECT_EQ(arguments.value("mode"), std::nullopt);
}

TEST(Arguments, TheLastValueCounts) {
  EXPECT_EQ(parsed({"-m1", "-m", "2", "a"}).value().value("mode"), "2");
}

TEST(Arguments, OperandsAreTakenAsTheyAre) {
  EXPECT_THAT(parsed({"-", "[a,b]", ""}).value().operands(), ElementsAre("-", "[a,b]", ""));
  EXPECT_THAT(parsed({"-l", "--", "-l", "--long"}).value().operands(), ElementsAre("-l", "--long"));
}

TEST(Arguments, LongNamesMayBeShortened) {
  EXPECT_TRUE(parsed({"--hum", "a"}).value().has("human-readable"));
}

TEST(Arguments, HelpNeedsNoOperands) { EXPECT_TRUE(parsed({"-l", "--help"}).value().help()); }

TEST(Arguments, SayWhatIsWrong) {
  EXPECT_THAT(complaint_about({"-x", "a"}), HasSubstr("no option '-x'"));
  EXPECT_THAT(complaint_about({"-lx", "a"}), HasSubstr("no option '-x'"));
  EXPECT_THAT(complaint_about({"--wrong", "a"}), HasSubstr("no option '--wrong'"));
  EXPECT_THAT(complaint_about({"--long=3", "a"}), HasSubstr("no value belongs"));
  EXPECT_THAT(complaint_about({"--long=3", "a"}), HasSubstr("--long=3"));
  EXPECT_THAT(complaint_about({"a", "-m"}), HasSubstr("missing after '-m'"));
  EXPECT_THAT(complaint_about({"a", "--size"}), HasSubstr("missing after '--size'"));
  EXPECT_THAT(complaint_about({"--h", "a"}), HasSubstr("--h"));
  EXPECT_THAT(complaint_about({}), HasSubstr("missing: NAME..."));
  EXPECT_THAT(complaint_about({"a", "b", "c", "d"}), HasSubstr("'d'"));
}

TEST(Arguments, SuggestTheOptionThatWasMeant) {
  EXPECT_EQ(complaint_about({"--sise=4M", "a"}),
            "there is no option '--sise=4M'; did you mean --size?");
  EXPECT_EQ(complaint_about({"--hepl"}), "there is no option '--hepl'; did you mean --help?");
  EXPECT_EQ(complaint_about({"-x", "a"}), "there is no option '-x'");
}

}  // namespace
}  // namespace strait::cli
