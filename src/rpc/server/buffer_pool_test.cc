#include "rpc/server/buffer_pool.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace strait::rpc {
namespace {

TEST(BufferPool, GivesNoMoreThanItsBound) {
  BufferPool pool(100);
  Buffer a = pool.try_take(60);
  ASSERT_TRUE(a);
  EXPECT_EQ(a.bytes().size(), 60U);
  EXPECT_FALSE(pool.try_take(41));
  EXPECT_TRUE(pool.try_take(40));
  EXPECT_EQ(pool.bytes_out(), 60U);
  a.release();
  EXPECT_EQ(pool.bytes_out(), 0U);
}

TEST(BufferPool, WaitersAreServedInOrderAndNobodyPassesThem) {
  BufferPool pool(100);
  Buffer all = pool.try_take(100);
  std::vector<int> order;
  std::vector<Buffer> held;
  const auto first = pool.wait_for(80, [&](Buffer b) {
    order.push_back(1);
    held.push_back(std::move(b));
  });
  const auto second = pool.wait_for(30, [&](Buffer b) {
    order.push_back(2);
    held.push_back(std::move(b));
  });
  EXPECT_TRUE(pool.under_pressure());
  all.release();
  EXPECT_EQ(order, std::vector<int>{1});
  EXPECT_FALSE(pool.try_take(1)) << "the second waiter comes first";
  std::vector<Buffer>(std::move(held)).clear();  // what it wakes adds to `held`
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
  EXPECT_FALSE(pool.under_pressure());
}

// Connections that end while they wait leave nobody behind who wants the buffer.
TEST(BufferPool, ManyWhoWantNothingAnyMoreArePassedOverInTurn) {
  BufferPool pool(100);
  Buffer all = pool.try_take(100);
  constexpr int kWaiters = 200'000;
  int asked = 0;
  std::vector<BufferPool::Wait> waits;
  for (int i = 0; i < kWaiters; ++i) waits.push_back(pool.wait_for(100, [&](Buffer) { ++asked; }));
  Buffer last;
  waits.push_back(pool.wait_for(100, [&](Buffer b) { last = std::move(b); }));
  all.release();
  EXPECT_EQ(asked, kWaiters);
  EXPECT_TRUE(last);
  EXPECT_FALSE(pool.under_pressure());
  EXPECT_EQ(pool.bytes_out(), 100U);
}

TEST(BufferPool, WhoWaitsNoLongerIsInNobodysWay) {
  BufferPool pool(100);
  const Buffer half = pool.try_take(50);
  auto large = pool.wait_for(100, [](Buffer) { ADD_FAILURE() << "it waits no longer"; });
  Buffer got;
  const auto small = pool.wait_for(50, [&](Buffer b) { got = std::move(b); });
  EXPECT_FALSE(got);
  large = {};
  EXPECT_TRUE(got);
  EXPECT_FALSE(pool.under_pressure());
}

TEST(BufferPool, AnImpossibleSizeIsRefusedAtOnce) {
  BufferPool pool(100);
  bool asked = false;
  const auto wait = pool.wait_for(101, [&](Buffer b) { asked = !b; });
  EXPECT_TRUE(asked);
}

TEST(BufferPool, TheLastChunkReturnedIsTheNextHandedOut) {
  BufferPool pool(4 * BufferPool::kChunkSize);
  Buffer a = pool.try_take(BufferPool::kChunkSize);
  Buffer b = pool.try_take(BufferPool::kChunkSize);
  const std::byte* warm = b.bytes().data();
  a.release();
  b.release();
  EXPECT_EQ(pool.try_take(BufferPool::kChunkSize).bytes().data(), warm);
}

TEST(BufferPool, ALargePartOfAChunkIsOneAndCountsAsOne) {
  BufferPool pool(2 * BufferPool::kChunkSize);
  Buffer part = pool.try_take(BufferPool::kChunkSize / 2);
  EXPECT_EQ(part.size(), BufferPool::kChunkSize / 2);
  EXPECT_EQ(pool.bytes_out(), BufferPool::kChunkSize);
  const std::byte* warm = part.bytes().data();
  part.release();
  EXPECT_EQ(pool.bytes_out(), 0U);
  Buffer whole = pool.try_take(BufferPool::kChunkSize);
  EXPECT_EQ(whole.bytes().data(), warm);
  EXPECT_FALSE(pool.try_take(BufferPool::kChunkSize + 1));
  EXPECT_TRUE(pool.try_take(BufferPool::kChunkSize - 1));
}

TEST(BufferPool, BuffersMayOutliveIt) {
  Buffer left;
  {
    BufferPool pool(100);
    left = pool.try_take(10);
  }
  EXPECT_EQ(left.size(), 10U);
}

}  // namespace
}  // namespace strait::rpc
