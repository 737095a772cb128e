#include "transport/timer_queue.h"

#include <gtest/gtest.h>

#include <string>

namespace strait::transport {
namespace {

using std::chrono::seconds;

TEST(TimerQueue, GivesWhatIsDueInOrderAndNothingElse) {
  const Instant start{};
  TimerQueue timers;
  std::string order;
  const auto add = [&](int at, char name) {
    return timers.push(start + seconds(at), [&order, name] { order += name; });
  };
  EXPECT_TRUE(add(5, 'b'));
  EXPECT_FALSE(add(5, 'c'));
  EXPECT_FALSE(add(9, 'd'));
  EXPECT_TRUE(add(2, 'a'));
  EXPECT_EQ(timers.next(), start + seconds(2));
  EXPECT_FALSE(timers.take_due(start + seconds(1)));
  while (auto due = timers.take_due(start + seconds(5))) due();
  EXPECT_EQ(order, "abc");
  EXPECT_FALSE(timers.empty());
  EXPECT_EQ(timers.next(), start + seconds(9));
}

}  // namespace
}  // namespace strait::transport
