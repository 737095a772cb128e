#include "client/memory.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <numeric>

#include "base/random.h"

namespace strait::client {
namespace {

// One way to lie in memory, and where its bytes are, one by one: the oracle.
struct Case {
  std::string name;
  layout::Type type;
  std::uint64_t count = 1;
  std::size_t origin = 0;            // of the base in the block
  std::size_t block = 0;             // bytes of memory
  std::vector<std::size_t> offsets;  // in the block, of each byte of the stream
};

layout::Type bytes_of(std::uint64_t size) { return *layout::Type::elementary(size); }

Case strided(std::string name, std::uint64_t rows, std::uint64_t row, std::int64_t stride,
             std::uint64_t count) {
  Case out{.name = std::move(name), .type = *layout::Type::vector(rows, row, stride, bytes_of(1))};
  out.count = count;
  const auto extent = out.type.extent();
  const std::int64_t lowest = std::min<std::int64_t>(0, out.type.true_lower_bound());
  out.origin = static_cast<std::size_t>(-lowest);
  for (std::uint64_t i = 0; i < count; ++i) {
    for (std::uint64_t r = 0; r < rows; ++r) {
      for (std::uint64_t b = 0; b < row; ++b) {
        const std::int64_t at = static_cast<std::int64_t>(i) * extent +
                                static_cast<std::int64_t>(r) * stride +
                                static_cast<std::int64_t>(b);
        out.offsets.push_back(static_cast<std::size_t>(at - lowest));
      }
    }
  }
  out.block = *std::max_element(out.offsets.begin(), out.offsets.end()) + 1;
  return out;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  all.push_back(strided("few bytes a row: packed", 1000, 3, 8, 1));
  all.push_back(strided("backwards: packed", 50, 4, -16, 1));
  all.push_back(strided("repeated: packed", 10, 2, 5, 20));
  all.push_back(strided("long rows: in place", 100, 5000, 6000, 1));
  all.push_back(strided("long rows, repeated: in place", 3, 4096, 5000, 5));
  all.push_back(strided("one row", 1, 700, 700, 1));
  all.push_back(strided("more than a bounce buffer: packed", 200000, 3, 4, 1));
  return all;
}

std::vector<std::byte> noise(std::size_t size, std::uint64_t seed) {
  SeededRandom random(seed);
  std::vector<std::byte> out(size);
  for (std::byte& byte : out) byte = static_cast<std::byte>(random.below(256));
  return out;
}

class MemoryTest : public testing::TestWithParam<Case> {
 protected:
  MemoryStream stream(std::vector<std::byte>& block) const {
    return MemoryStream(
        Memory::typed(block.data() + GetParam().origin, GetParam().type, GetParam().count));
  }
  std::vector<std::byte> expected(const std::vector<std::byte>& block, std::size_t begin,
                                  std::size_t length) const {
    std::vector<std::byte> out;
    for (std::size_t i = begin; i < begin + length; ++i)
      out.push_back(block[GetParam().offsets[i]]);
    return out;
  }
};

TEST_P(MemoryTest, SendsAnyPartOfItInAnySteps) {
  const Case& one = GetParam();
  auto block = noise(one.block, 1);
  const MemoryStream memory = stream(block);
  SeededRandom random(2);
  for (int round = 0; round < 20; ++round) {
    const std::size_t begin = random.below(one.offsets.size());
    const std::size_t length = 1 + random.below(one.offsets.size() - begin);
    const auto source = memory.source(begin, length);
    ASSERT_EQ(source->size(), length);
    std::vector<std::byte> sent;
    std::array<ConstBytes, 5> spans;
    while (sent.size() < length) {
      const std::uint64_t most = 1 + random.below(length);
      const std::size_t count = source->gather(sent.size(), most, spans);
      ASSERT_GT(count, 0U);
      std::size_t given = 0;
      for (const ConstBytes span : std::span(spans).first(count)) {
        sent.insert(sent.end(), span.begin(), span.end());
        given += span.size();
      }
      ASSERT_LE(given, most);
    }
    ASSERT_EQ(sent, expected(block, begin, length));
  }
}

TEST_P(MemoryTest, TakesWhatArrivesAndTouchesNothingElse) {
  const Case& one = GetParam();
  SeededRandom random(3);
  for (int round = 0; round < 5; ++round) {
    const std::size_t begin = random.below(one.offsets.size());
    const std::size_t length = 1 + random.below(one.offsets.size() - begin);
    auto block = noise(one.block, 4);
    auto wanted = block;
    const auto arriving = noise(length, 5);
    for (std::size_t i = 0; i < length; ++i) wanted[one.offsets[begin + i]] = arriving[i];

    const MemoryStream memory = stream(block);
    MemorySink sink(memory, begin, length);
    // The first attempt is cut off half-way, as by a lost connection.
    for (const std::size_t stop : {length / 2, length}) {
      sink.restart();
      std::size_t placed = 0;
      while (placed < stop) {
        std::array<MutableBytes, 3> room;
        sink.arrived(placed);
        const std::size_t count = sink.place(placed, room);
        ASSERT_GT(count, 0U);
        for (std::size_t i = 0; i < count && placed < stop; ++i) {
          const std::size_t n = std::min(room[i].size(), length - placed);
          std::memcpy(room[i].data(), arriving.data() + placed, n);
          placed += n;
        }
      }
      if (stop == length) sink.arrived(length);
    }
    std::array<MutableBytes, 3> room;
    EXPECT_EQ(sink.place(length, room), 0U);  // there is no more
    ASSERT_EQ(block, wanted);
  }
}

TEST_P(MemoryTest, CopiesOutAndIn) {
  const Case& one = GetParam();
  auto block = noise(one.block, 6);
  const MemoryStream memory = stream(block);
  std::vector<std::byte> all(one.offsets.size());
  memory.copy_out(0, all);
  EXPECT_EQ(all, expected(block, 0, all.size()));
  const auto other = noise(all.size() / 2, 7);
  memory.copy_in(all.size() / 4, other);
  EXPECT_EQ(expected(block, all.size() / 4, other.size()), other);
}

INSTANTIATE_TEST_SUITE_P(Layouts, MemoryTest, testing::ValuesIn(cases()),
                         [](const auto& one) { return "case" + std::to_string(one.index); });

TEST(Memory, ChoosesByTheLengthOfTheRuns) {
  std::vector<std::byte> block(700000);
  const auto in_place = [&](const layout::Type& type) {
    return MemoryStream(Memory::typed(block.data(), type, 1)).in_place();
  };
  EXPECT_TRUE(in_place(*layout::Type::vector(100, 5000, 6000, bytes_of(1))));
  EXPECT_FALSE(in_place(*layout::Type::vector(100, 100, 6000, bytes_of(1))));
  EXPECT_TRUE(MemoryStream(Memory::dense(block.data(), 10)).in_place());
  EXPECT_EQ(MemoryStream(Memory::typed(block.data(), bytes_of(8), 10)).dense_base(), block.data());
}

}  // namespace
}  // namespace strait::client
