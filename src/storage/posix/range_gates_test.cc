#include "storage/posix/range_gates.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

#include "storage/contract_test.h"
#include "storage/posix/posix_driver.h"

namespace strait::storage {
namespace {

TEST(RangeGates, OneFileHasOneGateForAsLongAsSomebodyHoldsIt) {
  const auto gates = std::make_shared<RangeGates>();
  const auto first = gates->of({.device = 1, .inode = 2});
  EXPECT_EQ(gates->of({.device = 1, .inode = 2}), first);
  auto other = gates->of({.device = 2, .inode = 2});
  EXPECT_NE(other, first);
  EXPECT_EQ(gates->size(), 2U);
  other.reset();
  EXPECT_EQ(gates->size(), 1U);
}

TEST(RangeGates, MayBeHeldLongerThanTheirTable) {
  auto gates = std::make_shared<RangeGates>();
  const auto gate = gates->of({.device = 1, .inode = 2});
  gates.reset();
  const RangeGate::Pass pass(*gate, {0, 1}, RangeGate::Mode::exclusive);
}

// One export within another: what is sieved by way of one must not undo what is written by way of
// the other into the holes.
TEST(RangeGates, ExportsThatOverlapLoseNothingToEachOther) {
  constexpr std::uint64_t kPieces = 20'000;
  const TemporaryDirectory directory;
  std::filesystem::create_directory(directory / "inner");
  const auto gates = std::make_shared<RangeGates>();
  const auto outer = PosixDriver::create({.root = directory.path(), .gates = gates}).value();
  const auto inner = PosixDriver::create({.root = directory / "inner", .gates = gates}).value();
  const ObjectId from_outside = outer->create({{}, "inner/f"}, true, {}).value().entry.object;
  const ObjectId from_inside = inner->lookup({{}, "f"}, true).value().object;
  const Strip even{.offset = 0, .length = 8, .stride = 16, .count = kPieces};
  const std::string sieved(kPieces * 8, 's');
  ASSERT_TRUE(outer->resize(from_outside, kPieces * 16));
  std::atomic<bool> done{false};
  std::latch begun(1);
  {
    const std::jthread siever([&] {
      EXPECT_TRUE(outer->write(from_outside, {&even, 1}, bytes_of(sieved), {}));
      begun.count_down();
      while (!done) EXPECT_TRUE(outer->write(from_outside, {&even, 1}, bytes_of(sieved), {}));
    });
    begun.wait();
    for (std::uint64_t i = 0; i < kPieces; ++i) {
      const Strip odd{i * 16 + 8, 8};
      EXPECT_TRUE(inner->write(from_inside, {&odd, 1}, bytes_of("plainly."), {}));
    }
    done = true;
  }
  std::string all(kPieces * 16, '?');
  const Strip whole{0, all.size()};
  ASSERT_TRUE(inner->read(from_inside, {&whole, 1}, std::as_writable_bytes(std::span(all)), {}));
  std::uint64_t lost = 0;
  for (std::uint64_t i = 0; i < kPieces; ++i) {
    lost += all.compare(i * 16, 16, "ssssssssplainly.") != 0 ? 1 : 0;
  }
  EXPECT_EQ(lost, 0U);
}

}  // namespace
}  // namespace strait::storage
