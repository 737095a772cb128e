#include "sys/address_range.h"

#include <gtest/gtest.h>

namespace strait::sys {
namespace {

TEST(AddressRange, EndsInTheBitsThatWereAskedFor) {
  constexpr std::uint32_t kLow = 0x5375'0000;
  const std::uintptr_t first = reserve_addresses(kLow, 16384);
  ASSERT_NE(first, 0U);
  EXPECT_EQ(static_cast<std::uint32_t>(first), kLow);
  // The place is taken now; another one ends in the same bits.
  const std::uintptr_t second = reserve_addresses(kLow, 16384);
  EXPECT_NE(second, first);
  EXPECT_EQ(static_cast<std::uint32_t>(second), kLow);
}

}  // namespace
}  // namespace strait::sys
