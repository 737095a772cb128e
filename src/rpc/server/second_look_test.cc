#include "rpc/server/second_look.h"

#include <gtest/gtest.h>

#include <functional>

namespace strait::rpc {
namespace {

// How many looks `occasions` lead to, where the look at each finds what `found` says.
int looks(SecondLook& look, int occasions, const std::function<bool(int)>& found) {
  int count = 0;
  for (int i = 0; i < occasions; ++i) {
    if (!look.worth_it()) continue;
    ++count;
    look.tell(found(i));
  }
  return count;
}

TEST(SecondLookTest, IsHardlyEverMadeWhereItFindsNothing) {
  SecondLook look;
  EXPECT_EQ(looks(look, 3200, [](int) { return false; }), 100);
}

TEST(SecondLookTest, IsAlwaysMadeOnceItHasFoundSomething) {
  SecondLook look;
  looks(look, 32, [](int) { return true; });
  EXPECT_EQ(looks(look, 1000, [](int) { return true; }), 1000);
  // Also where it fails now and then.
  EXPECT_EQ(looks(look, 1000, [](int i) { return i % 3 == 0; }), 1000);
}

TEST(SecondLookTest, StopsSoonAfterItNoLongerPays) {
  SecondLook look;
  looks(look, 32, [](int) { return true; });
  EXPECT_LE(looks(look, 100, [](int) { return false; }), 8);
}

}  // namespace
}  // namespace strait::rpc
