// The driver contract: reading and writing bytes.
#include <algorithm>
#include <barrier>
#include <thread>

#include "storage/contract_test.h"

namespace strait::storage {
namespace {

class DataContract : public DriverContract {
 protected:
  // Pieces of `piece` bytes, one each `stride` bytes.
  static std::vector<Strip> strided(std::uint64_t start, std::uint64_t piece, std::uint64_t stride,
                                    std::size_t count) {
    std::vector<Strip> strips;
    for (std::size_t i = 0; i < count; ++i) strips.push_back({start + i * stride, piece});
    return strips;
  }
  Status write_list(const ObjectId& file, const std::vector<Strip>& strips, std::string_view text,
                    AccessOptions options = {}) {
    return driver_->write(file, strips, bytes_of(text), options);
  }
};

TEST_P(DataContract, ReadsBackWhatWasWritten) {
  const ObjectId file = create("f");
  write(file, 0, "hello, world");
  EXPECT_EQ(read(file, 0, 12), stored("hello, world"));
  EXPECT_EQ(read(file, 7, 5), stored("world"));
  write(file, 7, "there");
  EXPECT_EQ(read(file, 0, 12), stored("hello, there"));
}

TEST_P(DataContract, AShortReadMeansEndOfFile) {
  const ObjectId file = create("f");
  EXPECT_EQ(read(file, 0, 10), "");
  write(file, 0, "abc");
  EXPECT_EQ(read(file, 1, 10), stored("bc"));
  EXPECT_EQ(read(file, 3, 10), "");
  EXPECT_EQ(read(file, kFileOffsetMax - 10, 10), "");
  EXPECT_EQ(read_list(file, {{0, 2}, {2, 5}, {0, 3}}), stored("abc"));
}

TEST_P(DataContract, HolesReadAsZeros) {
  const ObjectId file = create("f");
  write(file, 100'000, "end");
  EXPECT_EQ(size(file), 100'003U);
  EXPECT_EQ(read(file, 99'998, 10), stored(std::string("\0\0end", 5)));
  EXPECT_EQ(read(file, 0, 4), std::string(4, '\0'));
}

TEST_P(DataContract, NothingIsLegal) {
  const ObjectId file = create("f");
  EXPECT_TRUE(driver_->write(file, {}, {}, {}));
  EXPECT_EQ(read_list(file, {}), "");
  const std::vector<Strip> empty{{5, 0}, {1, 0}, {kFileOffsetMax, 0}};
  EXPECT_TRUE(write_list(file, empty, ""));
  EXPECT_TRUE(write_list(file, empty, "", {.atomic = true, .sieving = true}));
  EXPECT_EQ(read_list(file, empty), "");
  EXPECT_EQ(size(file), 0U);
}

TEST_P(DataContract, RefusesExtentsThatDoNotMatchTheData) {
  const ObjectId file = create("f");
  EXPECT_EQ(kind(write_list(file, {{0, 4}}, "abc")), ErrorKind::invalid_argument);
  EXPECT_EQ(kind(write_list(file, {{0, 2}}, "abc")), ErrorKind::invalid_argument);
  EXPECT_EQ(kind(write_list(file, {{0, kFileOffsetMax}, {0, kFileOffsetMax}, {0, 5}}, "abc")),
            ErrorKind::invalid_argument);
}

TEST_P(DataContract, RefusesOffsetsThatNoFileHas) {
  const ObjectId file = create("f");
  EXPECT_EQ(kind(write_list(file, {{kFileOffsetMax, 1}}, "x")), ErrorKind::file_too_large);
  EXPECT_EQ(kind(write_list(file, {{~std::uint64_t{0}, 1}}, "x")), ErrorKind::file_too_large);
  EXPECT_EQ(kind(write_list(file, {{std::uint64_t{1} << 63, 1}}, "x")), ErrorKind::file_too_large);
  EXPECT_EQ(kind(driver_->resize(file, std::uint64_t{1} << 63)), ErrorKind::file_too_large);
  EXPECT_EQ(kind(driver_->allocate(file, ~std::uint64_t{0})), ErrorKind::file_too_large);
}

TEST_P(DataContract, OffsetsBeyondFourGiB) {
  const ObjectId file = create("f");
  constexpr std::uint64_t kFar = (std::uint64_t{1} << 40) + 7;
  write(file, kFar, "far");
  EXPECT_EQ(size(file), kFar + 3);
  EXPECT_EQ(read(file, kFar, 3), stored("far"));
  const auto pieces = strided(kFar, 8, 16, 100);
  const std::string text(800, 'x');
  EXPECT_TRUE(write_list(file, pieces, text));
  EXPECT_EQ(read_list(file, pieces), stored(text));
}

TEST_P(DataContract, ListsInAnyOrderLaterOnesWin) {
  const ObjectId file = create("f");
  EXPECT_TRUE(write_list(file, {{10, 2}, {0, 2}, {4, 3}, {5, 1}}, "aabbcccd"));
  EXPECT_EQ(read(file, 0, 12), stored(std::string("bb\0\0cdc\0\0\0aa", 12)));
  EXPECT_EQ(read_list(file, {{10, 2}, {4, 1}, {0, 1}}), stored("aacb"));
}

// The result of any list is that of writing its pieces one by one, whatever the driver does inside.
TEST_P(DataContract, DensePatternsKeepTheBytesBetween) {
  for (const bool sieving : {true, false}) {
    for (const bool atomic : {true, false}) {
      const ObjectId file = create(fmt::format("f{}{}", sieving, atomic));
      std::string expected(100'000, '.');
      write(file, 0, expected);
      std::string text;
      const auto pieces = strided(3, 8, 20, 7'000);  // beyond the end
      for (std::size_t i = 0; i < pieces.size() * 8; ++i) {
        text.push_back(static_cast<char>('a' + i % 26));
      }
      expected.resize(pieces.back().row(0).end());
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        expected.replace(pieces[i].offset, 8, text, i * 8, 8);
      }
      ASSERT_TRUE(write_list(file, pieces, text, {.atomic = atomic, .sieving = sieving}));
      EXPECT_EQ(size(file), expected.size());
      EXPECT_TRUE(read(file, 0, expected.size() + 5) == stored(expected));
      EXPECT_TRUE(read_list(file, pieces) == stored(text));
    }
  }
}

TEST_P(DataContract, DensePatternsInAFreshFileLeaveZerosBetween) {
  const ObjectId file = create("f");
  const auto pieces = strided(1'000'000, 100, 300, 10'000);
  const std::string text(pieces.size() * 100, 'x');
  ASSERT_TRUE(write_list(file, pieces, text));
  EXPECT_EQ(size(file), pieces.back().row(0).end());
  EXPECT_EQ(read(file, 999'999, 302),
            stored(std::string(1, '\0') + std::string(100, 'x') + std::string(200, '\0') + "x"));
  EXPECT_TRUE(read_list(file, pieces) == stored(text));
}

TEST_P(DataContract, ADensePatternEndsAtTheEndOfTheFile) {
  const ObjectId file = create("f");
  write(file, 0, std::string(1000, 'y'));
  const auto pieces = strided(0, 8, 16, 100);
  // 62 pieces before byte 992, and all 8 bytes of the one at 992.
  EXPECT_EQ(read_list(file, pieces), stored(std::string(63 * 8, 'y')));
  ASSERT_TRUE(driver_->resize(file, 996));
  EXPECT_EQ(read_list(file, pieces), stored(std::string(62 * 8 + 4, 'y')));
}

TEST_P(DataContract, ThreadsThatInterleaveLoseNothing) {
  if (!driver_->capability().stores_data) return;
  constexpr std::size_t kThreads = 4;
  constexpr std::size_t kPieces = 4'000;
  constexpr std::size_t kRounds = 4;
  const ObjectId file = create("f");
  const ObjectId plain = create("g");
  std::barrier start(kThreads);
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        start.arrive_and_wait();
        const auto pieces = strided(thread * 8, 8, 8 * (kThreads + 1), kPieces);
        const std::string text(kPieces * 8, static_cast<char>('0' + thread));
        for (std::size_t round = 0; round < kRounds; ++round) {
          const AccessOptions options{.atomic = round == 1, .sieving = true};
          EXPECT_TRUE(write_list(file, pieces, text, options));
          // One thread also writes single pieces into the others' windows.
          if (thread != 0) continue;
          for (std::size_t i = 0; i < kPieces; i += 50) {
            write(file, (i * (kThreads + 1) + kThreads) * 8, "plain...");
          }
        }
        write(plain, thread, "x");
      });
    }
  }
  const std::string all = read(file, 0, kPieces * 8 * (kThreads + 1));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < kPieces * (kThreads + 1) - 1; ++i) {
    const std::size_t thread = i % (kThreads + 1);
    std::string expected(8, static_cast<char>('0' + thread));
    if (thread == kThreads) {
      expected = i / (kThreads + 1) % 50 == 0 ? "plain..." : std::string(8, '\0');
    }
    wrong += all.compare(i * 8, 8, expected) != 0 ? 1 : 0;
  }
  EXPECT_EQ(wrong, 0U);
  EXPECT_EQ(read(plain, 0, kThreads), std::string(kThreads, 'x'));
}

TEST_P(DataContract, AtomicWritesAreNotMixed) {
  if (!driver_->capability().stores_data) return;
  const ObjectId file = create("f");
  const auto pieces = strided(0, 8, 5000, 50);  // too sparse for one window
  const AccessOptions atomic{.atomic = true, .sieving = true};
  ASSERT_TRUE(write_list(file, pieces, std::string(400, '0'), atomic));
  std::barrier start(3);
  std::vector<std::jthread> threads;
  for (const char letter : {'1', '2'}) {
    threads.emplace_back([&, letter] {
      start.arrive_and_wait();
      for (int i = 0; i < 40; ++i) {
        EXPECT_TRUE(write_list(file, pieces, std::string(400, letter), atomic));
      }
    });
  }
  start.arrive_and_wait();
  for (int i = 0; i < 40; ++i) {
    std::string text(400, '?');
    ASSERT_TRUE(driver_->read(file, pieces, std::as_writable_bytes(std::span(text)), atomic));
    EXPECT_EQ(text, std::string(400, text[0]));
  }
}

TEST_P(DataContract, ResizeCutsAndGrows) {
  const ObjectId file = create("f");
  write(file, 0, "0123456789");
  ASSERT_TRUE(driver_->resize(file, 4));
  EXPECT_EQ(size(file), 4U);
  ASSERT_TRUE(driver_->resize(file, 8));
  EXPECT_EQ(read(file, 0, 100), stored(std::string("0123\0\0\0\0", 8)));
}

TEST_P(DataContract, AllocateGrowsAndNeverShrinks) {
  const ObjectId file = create("f");
  write(file, 0, "0123456789");
  ASSERT_TRUE(driver_->allocate(file, 4));
  EXPECT_EQ(size(file), 10U);
  ASSERT_TRUE(driver_->allocate(file, 10'000));
  EXPECT_EQ(size(file), 10'000U);
  EXPECT_EQ(read(file, 0, 12), stored(std::string("0123456789\0\0", 12)));
  ASSERT_TRUE(driver_->allocate(file, 0));
}

TEST_P(DataContract, DirectoriesAndLinksHaveNoData) {
  const ObjectId directory = make_directory("d");
  const Strip one{0, 1};
  std::byte byte{};
  EXPECT_EQ(kind(driver_->write(directory, {&one, 1}, {&byte, 1}, {})), ErrorKind::is_a_directory);
  EXPECT_EQ(kind(driver_->read(directory, {&one, 1}, {&byte, 1}, {})), ErrorKind::is_a_directory);
  EXPECT_EQ(kind(driver_->resize(directory, 1)), ErrorKind::is_a_directory);
  if (!driver_->capability().name_space) return;
  const ObjectId link = driver_->make_symlink(at("l"), "target").value().object;
  EXPECT_EQ(kind(driver_->write(link, {&one, 1}, {&byte, 1}, {})), ErrorKind::invalid_argument);
  EXPECT_EQ(kind(driver_->read(link, {&one, 1}, {&byte, 1}, {})), ErrorKind::invalid_argument);
}

TEST_P(DataContract, CommitWorksOnEverythingThatHasAName) {
  const ObjectId directory = make_directory("d");
  const ObjectId file = create("d/f");
  write(file, 0, "x");
  EXPECT_TRUE(driver_->commit(file));
  EXPECT_TRUE(driver_->commit(file));
  EXPECT_TRUE(driver_->commit(directory));
  ASSERT_TRUE(driver_->rename(at("d/f"), at("g"), {}));
  EXPECT_TRUE(driver_->commit(file));
  const ObjectId link = driver_->make_symlink(at("l"), "g").value().object;
  EXPECT_TRUE(driver_->commit(link));
}

STRAIT_DRIVER_CONTRACT(DataContract);

}  // namespace
}  // namespace strait::storage
