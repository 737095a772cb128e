// The descriptor cache with more threads and files than descriptors. The other promises of the
// cache are tested through the driver, in posix_driver_test.cc.
#include "storage/posix/descriptor_cache.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "base/random.h"
#include "storage/contract_test.h"
#include "storage/posix/posix_driver.h"
#include "sys/hook.h"

namespace strait::storage {
namespace {

constexpr int kThreads = 4;
constexpr std::uint64_t kFiles = 8;
constexpr int kRounds = 300;

TEST(DescriptorCache, AFileThatCannotBeOpenedIsCalledByItsNameInTheExport) {
  const TemporaryDirectory directory;
  const auto driver = PosixDriver::create({.root = directory.path(), .descriptors_max = 1}).value();
  ASSERT_TRUE(driver->make_directory({{}, "deep"}, 0755));
  const ObjectId file = driver->create({{}, "deep/down"}, true, {}).value().entry.object;
  ASSERT_TRUE(driver->create({{}, "another"}, true, {}));  // pushes its descriptor out
  ASSERT_TRUE(driver->attributes(file));                   // found, and not open for writing
  const Strip strip{0, 1};
  const sys::ScopedFault fault(sys::Call::open, EACCES);
  const auto written = driver->write(file, {&strip, 1}, bytes_of("x"), {});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, ErrorKind::permission_denied);
  EXPECT_NE(written.error().what.find("opening deep/down"), std::string::npos)
      << written.error().what;
  EXPECT_EQ(written.error().what.find("/proc"), std::string::npos);
  EXPECT_EQ(written.error().what.find(directory.path()), std::string::npos);
}

TEST(DescriptorCache, ThreadsThatTakeEachOthersDescriptorsLoseNothing) {
  const TemporaryDirectory directory;
  const auto driver = PosixDriver::create({.root = directory.path(), .descriptors_max = 2}).value();
  std::vector<ObjectId> files;
  for (std::uint64_t i = 0; i < kFiles; ++i) {
    files.push_back(driver->create({{}, fmt::format("{}", i)}, true, {}).value().entry.object);
  }
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        SeededRandom random(thread);
        for (int round = 0; round < kRounds; ++round) {
          const ObjectId& file = files[random.below(kFiles)];
          const std::string text = fmt::format("{:08}", round);
          const Strip strip{thread * 8, 8};
          EXPECT_TRUE(driver->write(file, {&strip, 1}, bytes_of(text), {}));
          std::string back(8, '?');
          EXPECT_EQ(
              driver->read(file, {&strip, 1}, std::as_writable_bytes(std::span(back)), {}).value(),
              8U);
          EXPECT_EQ(back, text);
          if (random.chance(1, 4)) {
            EXPECT_TRUE(driver->commit(file));
          }
        }
      });
    }
  }
  EXPECT_TRUE(driver->attributes(files[0]));
  EXPECT_LE(driver->open_count(), 2U);
}

TEST(DescriptorCache, EveryCommitThatWaitedForAFailedSyncHearsOfIt) {
  const TemporaryDirectory directory;
  const auto driver = PosixDriver::create({.root = directory.path()}).value();
  const ObjectId file = driver->create({{}, "f"}, true, {}).value().entry.object;
  ASSERT_TRUE(driver->commit(file));
  const sys::ScopedFault fault(sys::Call::sync, EIO);
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&] {
      const Status committed = driver->commit(file);
      ASSERT_FALSE(committed);
      EXPECT_EQ(committed.error().kind, ErrorKind::io);
    });
  }
}

}  // namespace
}  // namespace strait::storage
