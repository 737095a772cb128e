#include "config/roff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace strait::config {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Roff, BeginsWithNameSectionAndSentence) {
  const ManualPage page("straitd", "1", "0.1.0", "serves files");
  EXPECT_THAT(page.text(), StartsWith(".TH STRAITD 1 \"\" \"Strait 0.1.0\" \"Strait\"\n"));
  EXPECT_THAT(page.text(), HasSubstr("straitd \\- serves files\n"));
}

TEST(Roff, TextNeverBecomesAMacro) {
  ManualPage page("x", "1", "1", "x");
  page.paragraphs(".SH evil\n\n'quoted and \\fBbold");
  page.entry("-a", ".so /etc/passwd");
  page.example(".one\n'two");
  EXPECT_THAT(page.text(), HasSubstr("\\&.SH evil\n"));
  EXPECT_THAT(page.text(), HasSubstr("\\&\\(aqquoted and \\efBbold\n"));
  EXPECT_THAT(page.text(), HasSubstr("\\fB\\-a\\fR\n\\&.so /etc/passwd\n"));
  EXPECT_THAT(page.text(), HasSubstr("\\&.one\n\\&\\(aqtwo\n"));
}

TEST(Roff, ALineEndInsideAParagraphIsABlank) {
  ManualPage page("x", "1", "1", "x");
  page.paragraphs("one\n.two\n\nthree");
  EXPECT_THAT(page.text(), HasSubstr(".PP\none .two\n.PP\nthree\n"));
}

TEST(Roff, QuotesInTitles) {
  ManualPage page("x", "1", "1", "x");
  page.subsection("say \"hello\"");
  EXPECT_THAT(page.text(), HasSubstr(".SS \"say \\(dqhello\\(dq\"\n"));
}

}  // namespace
}  // namespace strait::config
