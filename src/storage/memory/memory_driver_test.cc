#include "storage/memory/memory_driver.h"

#include <gtest/gtest.h>

#include <string>

namespace strait::storage {
namespace {

using Name = Driver::Name;

ObjectId create(MemoryDriver& driver, std::string_view path) {
  return driver.create(Name{{}, path}, true, {}).value().entry.object;
}

void write(MemoryDriver& driver, const ObjectId& file, std::uint64_t offset,
           std::string_view text) {
  const Strip strip{offset, text.size()};
  ASSERT_TRUE(driver.write(file, {&strip, 1}, bytes_of(text), {}));
}

std::string read(MemoryDriver& driver, const ObjectId& file, std::uint64_t offset,
                 std::size_t length) {
  std::string text(length, '?');
  const Strip strip{offset, length};
  const auto data = std::as_writable_bytes(std::span(text));
  text.resize(driver.read(file, {&strip, 1}, data, {}).value());
  return text;
}

TEST(MemoryPowerCut, KeepsWhatWasCommittedAndNothingElse) {
  MemoryDriver driver({.durability = true});
  const ObjectId file = create(driver, "f");
  write(driver, file, 0, "committed");
  ASSERT_TRUE(driver.commit(file));
  write(driver, file, 0, "COMMITTED, then more");
  driver.power_cut();
  EXPECT_EQ(read(driver, file, 0, 100), "committed");
}

TEST(MemoryPowerCut, LosesNamesThatNoCommitCovered) {
  MemoryDriver driver({.durability = true});
  const ObjectId kept = create(driver, "kept");
  ASSERT_TRUE(driver.commit(kept));
  const ObjectId lost = create(driver, "lost");
  write(driver, lost, 0, "x");
  driver.power_cut();
  EXPECT_TRUE(driver.lookup(Name{{}, "kept"}, false));
  EXPECT_EQ(driver.lookup(Name{{}, "lost"}, false).error().kind, ErrorKind::not_found);
  EXPECT_EQ(driver.attributes(lost).error().kind, ErrorKind::stale);
}

TEST(MemoryPowerCut, CommitCoversTheDirectoriesAboveTheFile) {
  MemoryDriver driver({.durability = true});
  ASSERT_TRUE(driver.make_directory(Name{{}, "a"}, 0755));
  ASSERT_TRUE(driver.make_directory(Name{{}, "a/b"}, 0755));
  ASSERT_TRUE(driver.make_directory(Name{{}, "a/c"}, 0755));
  ASSERT_TRUE(driver.commit(create(driver, "a/b/f")));
  driver.power_cut();
  EXPECT_TRUE(driver.lookup(Name{{}, "a/b/f"}, false));
  EXPECT_FALSE(driver.lookup(Name{{}, "a/c"}, false));
}

TEST(MemoryPowerCut, UndoesRenamesAndRemovalsThatNoCommitCovered) {
  MemoryDriver driver({.durability = true});
  const ObjectId renamed = create(driver, "old");
  const ObjectId removed = create(driver, "removed");
  write(driver, removed, 0, "data");
  ASSERT_TRUE(driver.commit(renamed));
  ASSERT_TRUE(driver.commit(removed));
  ASSERT_TRUE(driver.rename(Name{{}, "old"}, Name{{}, "new"}, {}));
  ASSERT_TRUE(driver.remove(Name{{}, "removed"}, {}));
  EXPECT_EQ(driver.attributes(removed).error().kind, ErrorKind::stale);
  driver.power_cut();
  EXPECT_EQ(driver.lookup(Name{{}, "old"}, false)->object, renamed);
  EXPECT_FALSE(driver.lookup(Name{{}, "new"}, false));
  EXPECT_EQ(read(driver, removed, 0, 9), "data");

  ASSERT_TRUE(driver.rename(Name{{}, "old"}, Name{{}, "new"}, {}));
  ASSERT_TRUE(driver.commit(renamed));
  driver.power_cut();
  EXPECT_FALSE(driver.lookup(Name{{}, "old"}, false));
  EXPECT_EQ(driver.lookup(Name{{}, "new"}, false)->object, renamed);
}

TEST(MemoryDriver, HugeOffsetsCostOnlyTheChunksWritten) {
  MemoryDriver driver({.capacity_bytes = 2 * kChunkSize});
  const ObjectId file = create(driver, "f");
  write(driver, file, kFileOffsetMax - 3, "end");
  EXPECT_EQ(driver.attributes(file)->size, kFileOffsetMax);
  EXPECT_EQ(driver.attributes(file)->allocated, kChunkSize);
  EXPECT_EQ(read(driver, file, kFileOffsetMax - 5, 5), std::string("\0\0end", 5));
}

TEST(MemoryDriver, IsFullAtItsCapacityAndEmptyAgainAfterRemoval) {
  MemoryDriver driver({.capacity_bytes = 2 * kChunkSize});
  const std::string data(3 * kChunkSize, 'x');
  const Strip strip{0, data.size()};
  const ObjectId file = create(driver, "f");
  EXPECT_EQ(driver.write(file, {&strip, 1}, bytes_of(data), {}).error().kind, ErrorKind::no_space);
  EXPECT_EQ(driver.allocate(create(driver, "g"), strip.length).error().kind, ErrorKind::no_space);
  ASSERT_TRUE(driver.remove(Name{{}, "f"}, {}));
  const Strip fits{0, 2 * kChunkSize};
  EXPECT_TRUE(driver.write(create(driver, "h"), {&fits, 1}, bytes_of(data).first(fits.length), {}));
}

TEST(MemoryDriver, ShrinkingAndGrowingAgainShowsZeros) {
  MemoryDriver driver;
  const ObjectId file = create(driver, "f");
  write(driver, file, 0, "abcdef");
  ASSERT_TRUE(driver.resize(file, 2));
  ASSERT_TRUE(driver.resize(file, 4));
  EXPECT_EQ(read(driver, file, 0, 9), std::string("ab\0\0", 4));
}

}  // namespace
}  // namespace strait::storage
