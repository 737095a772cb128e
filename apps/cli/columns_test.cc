#include "cli/columns.h"

#include <gtest/gtest.h>

namespace strait::cli {
namespace {

TEST(Columns, TablesAreAsWideAsTheirWords) {
  EXPECT_EQ(
      as_table({{"a", "10", "x"}, {"bcd", "9", "yz"}}, {Align::left, Align::right, Align::left}),
      "a    10  x\nbcd   9  yz\n");
  EXPECT_EQ(as_table({}, {Align::left}), "");
}

TEST(Columns, CharactersCountNotBytes) {
  EXPECT_EQ(as_table({{"\u00e9", "1"}, {"ab", "2"}}, {Align::left, Align::left}),
            "\u00e9   1\nab  2\n");
}

TEST(Columns, NamesRunDownTheColumns) {
  const std::vector<std::string> names = {"a", "b", "c", "d", "e"};
  EXPECT_EQ(in_columns(names, 80), "a  b  c  d  e\n");
  EXPECT_EQ(in_columns(names, 7), "a  c  e\nb  d\n");
  EXPECT_EQ(in_columns(names, 1), "a\nb\nc\nd\ne\n");
  EXPECT_EQ(in_columns({}, 80), "");
}

TEST(Columns, ANameWiderThanTheTerminalStandsAlone) {
  const std::vector<std::string> names = {"a", std::string(30, 'x'), "b"};
  EXPECT_EQ(in_columns(names, 20), "a\n" + std::string(30, 'x') + "\nb\n");
}

}  // namespace
}  // namespace strait::cli
