#include "sys/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cerrno>
#include <filesystem>

#include "sys/directory.h"
#include "sys/file_handle.h"
#include "sys/hook.h"
#include "sys/range_lock.h"

namespace strait::sys {
namespace {

class FileTest : public testing::Test {
 protected:
  FileTest() {
    path_ = testing::TempDir() + "strait-sys-XXXXXX";
    if (::mkdtemp(path_.data()) == nullptr) std::abort();
    directory_ = open_at(AT_FDCWD, path_, O_RDONLY | O_DIRECTORY).value();
    file_ = open_at(directory_.get(), "f", O_RDWR | O_CREAT, 0600).value();
  }
  ~FileTest() override { std::filesystem::remove_all(path_); }

  std::string path_;
  UniqueFd directory_;
  UniqueFd file_;
};

TEST_F(FileTest, MovesEverythingAlsoInParts) {
  int calls = 0;
  const auto decide = [&] { return ++calls % 2 == 0 ? EINTR : kShortTransfer; };
  {
    const ScopedFault fault(Call::write, decide);
    ASSERT_TRUE(write_at(file_.get(), bytes_of("0123456789"), 5));
  }
  EXPECT_GT(calls, 3);
  const ScopedFault fault(Call::read, decide);
  std::string text(20, '?');
  EXPECT_EQ(read_at(file_.get(), std::as_writable_bytes(std::span(text)), 0).value(), 15U);
  EXPECT_EQ(text.substr(0, 15), std::string("\0\0\0\0\0", 5) + "0123456789");
}

TEST_F(FileTest, StaysBeneath) {
  const auto up = open_beneath(directory_.get(), "../x", O_RDONLY);
  ASSERT_FALSE(up);
  if (up.error().os_errno == ENOSYS) return;
  EXPECT_EQ(up.error().os_errno, EXDEV);
  EXPECT_TRUE(open_beneath(directory_.get(), "f", O_RDONLY));
}

TEST_F(FileTest, NamesAndStatusAgree) {
  const UniqueFd path = open_at(directory_.get(), "f", O_PATH).value();
  EXPECT_EQ(status_of(path.get())->inode, status_at(directory_.get(), "f")->inode);
  EXPECT_EQ(std::filesystem::path(path_of(path.get()).value()).filename(), "f");
  EXPECT_TRUE(change_mode(path.get(), 0640));
  EXPECT_EQ(status_of(path.get())->mode & 07777, 0640U);
  EXPECT_TRUE(change_times(path.get(), {}, timespec{.tv_sec = 9, .tv_nsec = 8}));
  EXPECT_EQ(status_of(path.get())->modified.tv_sec, 9);
  EXPECT_TRUE(exists(path_ + "/f"));
  EXPECT_FALSE(exists(path_ + "/g"));
}

TEST_F(FileTest, ListsADirectoryFromACookie) {
  for (const char* name : {"a", "b", "c"})
    ASSERT_TRUE(make_directory_at(directory_.get(), name, 0700));
  const auto first = read_directory(directory_.get(), 0, 2).value();
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(read_directory(directory_.get(), first.back().cookie, 10)->size(), 2U);
}

TEST_F(FileTest, AWriteThatFailsSaysWhere) {
  const ScopedFault fault(Call::write, ENOSPC);
  const std::string text(100, 'x');
  const Status failed = write_at(file_.get(), std::as_bytes(std::span(text)), 4096);
  EXPECT_EQ(failed.error().what, "writing 100 bytes at offset 4096: No space left on device");
}

TEST_F(FileTest, RangeLocksExcludeOtherDescriptions) {
  const UniqueFd other = open_at(directory_.get(), "f", O_RDWR).value();
  {
    const auto held = RangeLock::acquire(file_.get(), LockKind::write, {0, 10}, {});
    ASSERT_TRUE(held);
    const auto refused = RangeLock::acquire(other.get(), LockKind::read, {5, 1}, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::locked);
    EXPECT_TRUE(RangeLock::acquire(other.get(), LockKind::write, {10, 1}, {}));
  }
  EXPECT_TRUE(RangeLock::acquire(other.get(), LockKind::write, {0, 10}, {}));
}

TEST_F(FileTest, HandlesOfTheSameFileAreEqual) {
  const auto by_fd = handle_of(file_.get());
  if (!by_fd) return;  // the file system has none
  const auto by_name = handle_at(directory_.get(), "f").value();
  EXPECT_EQ(by_fd->type, by_name.type);
  EXPECT_EQ(by_fd->bytes, by_name.bytes);
}

}  // namespace
}  // namespace strait::sys
