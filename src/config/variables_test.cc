#include "config/variables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace strait::config {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Names = std::vector<std::string>;

TEST(Variables, ThatAreMisspeltAreToldWithWhatWasMeant) {
  EXPECT_THAT(
      misspelt_variables(Names{"STRAIT_TIMEOUTT", "STRAIT_MPA", "STRAIT_WINDOW"}),
      ElementsAre("the variable STRAIT_TIMEOUTT means nothing; did you mean STRAIT_TIMEOUT?",
                  "the variable STRAIT_MPA means nothing; did you mean STRAIT_MAP?",
                  "the variable STRAIT_WINDOW means nothing; did you mean "
                  "STRAIT_WINDOW_REQUESTS?"));
}

TEST(Variables, OfOthersAreLeftAlone) {
  EXPECT_THAT(misspelt_variables(Names{"STRAIT_TIMEOUT", "STRAIT_ROOT", "STRAIT_LIB", "STRAIT_DIR",
                                       "STRAIT_", "TIMEOUTT", "PATH"}),
              IsEmpty());
}

}  // namespace
}  // namespace strait::config
