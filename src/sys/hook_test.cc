#include "sys/hook.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace strait::sys {
namespace {

TEST(ScopedFault, FailsOnlyItsCallAndOnlyWhileItLives) {
  {
    ScopedFault fault(Call::write, ENOSPC);
    EXPECT_EQ(injected(Call::write), ENOSPC);
    EXPECT_EQ(injected(Call::read), 0);
  }
  EXPECT_EQ(injected(Call::write), 0);
}

TEST(ScopedFault, LetsTheTestDecideCallByCall) {
  int calls = 0;
  ScopedFault fault(Call::sync, [&] { return ++calls == 2 ? EIO : 0; });
  EXPECT_EQ(injected(Call::sync), 0);
  EXPECT_EQ(injected(Call::sync), EIO);
  EXPECT_EQ(injected(Call::sync), 0);
}

}  // namespace
}  // namespace strait::sys
