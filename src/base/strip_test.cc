#include "base/strip.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"

namespace strait {
namespace {

std::vector<std::byte> random_bytes(std::size_t size, SeededRandom& random) {
  std::vector<std::byte> bytes(size);
  for (std::byte& b : bytes) b = static_cast<std::byte>(random.below(256));
  return bytes;
}

// Every length that has a loop of its own and those beside them, upwards and downwards.
TEST(Strip, IsCopiedRowByRow) {
  SeededRandom random(1);
  constexpr std::size_t kLengthMax = 140;
  constexpr std::size_t kRowsMax = 7;
  for (std::size_t length = 1; length <= kLengthMax; ++length) {
    for (std::size_t rows = 1; rows <= kRowsMax; rows += 3) {
      const bool down = random.chance(1, 2);
      const std::size_t stride = length + random.below(5);
      Strip strip{random.below(16), length, stride, rows};
      if (down) {
        strip.offset += stride * (rows - 1);
        strip.stride = 0 - stride;
      }
      const auto before = random_bytes(16 + stride * rows, random);
      const auto stream = random_bytes(strip.size(), random);
      auto expected = before;
      std::vector<std::byte> expected_stream;
      for (std::size_t i = 0; i < strip.size(); ++i) {
        const std::size_t place = strip.row(i / length).offset + i % length;
        expected[place] = stream[i];
        expected_stream.push_back(before[place]);
      }

      auto memory = before;
      scatter(strip, memory.data(), stream.data());
      EXPECT_EQ(memory, expected) << length << " bytes, " << rows << " rows";
      std::vector<std::byte> gathered(strip.size());
      gather(strip, before.data(), gathered.data());
      EXPECT_EQ(gathered, expected_stream) << length << " bytes, " << rows << " rows";
    }
  }
}

TEST(Strip, RowsThatLieOnEachOtherAreCopiedInOrder) {
  const auto stream = bytes_of("abcdefghijkl");
  std::string memory(8, '.');
  scatter({.offset = 1, .length = 4, .stride = 1, .count = 3},
          std::as_writable_bytes(std::span(memory)).data(), stream.data());
  EXPECT_EQ(memory, ".aeijkl.");
}

TEST(Strip, HasPartsOfItself) {
  const Strip strip{.offset = 100, .length = 8, .stride = 16, .count = 10};
  EXPECT_EQ(strip.part(3, 2), (Strip{148, 8, 16, 2}));
  EXPECT_EQ(strip.part(3, 2).row(1), strip.row(4));
  EXPECT_EQ(strip.size(), 80U);
  EXPECT_FALSE(strip.empty());
  EXPECT_TRUE(strip.part(3, 0).empty());
}

}  // namespace
}  // namespace strait
