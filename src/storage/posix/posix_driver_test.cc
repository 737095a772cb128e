// What only the posix driver has to get right: local programs that touch the export meanwhile,
// descriptors that run out, and system calls that fail.
#include "storage/posix/posix_driver.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <fstream>
#include <thread>

#include "storage/contract_test.h"
#include "sys/directory.h"
#include "sys/hook.h"
#include "sys/range_lock.h"

namespace strait::storage {
namespace {

using Name = Driver::Name;

class PosixDriverTest : public testing::Test {
 protected:
  void make(PosixOptions options = {}) {
    options.root = directory_.path();
    driver_ = PosixDriver::create(options).value();
  }
  ObjectId create(std::string_view path) {
    return driver_->create(Name{{}, path}, true, {}).value().entry.object;
  }
  Status write(const ObjectId& file, std::string_view text, std::uint64_t offset = 0,
               AccessOptions options = {}) {
    const Strip strip{offset, text.size()};
    return driver_->write(file, {&strip, 1}, bytes_of(text), options);
  }
  Result<std::string> read(const ObjectId& file, std::size_t length, std::uint64_t offset = 0) {
    std::string text(length, '?');
    const Strip strip{offset, length};
    STRAIT_ASSIGN(length,
                  driver_->read(file, {&strip, 1}, std::as_writable_bytes(std::span(text)), {}));
    text.resize(length);
    return text;
  }
  std::string local(std::string_view name) {
    std::ifstream in(directory_ / name);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  template <class T>
  static ErrorKind kind(const Result<T>& result) {
    return result ? ErrorKind::internal : result.error().kind;
  }

  TemporaryDirectory directory_;
  std::unique_ptr<PosixDriver> driver_;
};

TEST_F(PosixDriverTest, AFileThatALocalProgramReplacedIsStale) {
  for (const Handles handles : {Handles::automatic, Handles::database}) {
    make({.handles = handles});
    const ObjectId file = create("f");
    ASSERT_TRUE(write(file, "ours"));
    std::ofstream(directory_ / "other") << "theirs";
    std::filesystem::rename(directory_ / "other", directory_ / "f");
    EXPECT_EQ(kind(read(file, 4)), ErrorKind::stale);
    EXPECT_EQ(kind(write(file, "ours")), ErrorKind::stale);
    EXPECT_EQ(kind(driver_->attributes(file)), ErrorKind::stale);
    EXPECT_EQ(local("f"), "theirs");
    const ObjectId found = driver_->lookup(Name{{}, "f"}, true).value().object;
    EXPECT_NE(found, file);
    EXPECT_EQ(read(found, 6).value(), "theirs");
    std::filesystem::remove(directory_ / "f");
  }
}

TEST_F(PosixDriverTest, AFileThatALocalProgramRenamedIsFoundByTheKernel) {
  make();
  if (!driver_->capability().stable_handles) return;  // no right to open by handle here
  const ObjectId file = create("f");
  ASSERT_TRUE(write(file, "data"));
  std::filesystem::create_directory(directory_ / "d");
  std::filesystem::rename(directory_ / "f", directory_ / "d/g");
  make();
  EXPECT_EQ(read(file, 4).value(), "data");
}

TEST_F(PosixDriverTest, ADatabaseNeverTakesAnotherFileForTheOneNamed) {
  make({.handles = Handles::database});
  const ObjectId first = create("f");
  const ObjectId second = create("g");
  ASSERT_TRUE(write(second, "second"));
  ASSERT_TRUE(driver_->lookup(Name{{}, "f"}, true));
  std::filesystem::rename(directory_ / "g", directory_ / "f");
  EXPECT_EQ(kind(read(first, 6)), ErrorKind::stale);
}

TEST_F(PosixDriverTest, LinksSwappedInByALocalProgramDoNotLeadOut) {
  for (const Resolution resolution : {Resolution::openat2, Resolution::walk}) {
    make({.resolution = resolution});
    std::filesystem::create_directory(directory_ / "d");
    std::filesystem::create_directory_symlink("/", directory_ / "out");
    std::atomic<bool> stop{false};
    std::jthread local_program([&] {
      while (!stop) {
        std::error_code ignored;
        std::filesystem::rename(directory_ / "d", directory_ / "x", ignored);
        std::filesystem::rename(directory_ / "out", directory_ / "d", ignored);
        std::filesystem::rename(directory_ / "d", directory_ / "out", ignored);
        std::filesystem::rename(directory_ / "x", directory_ / "d", ignored);
      }
    });
    for (int i = 0; i < 2000; ++i) EXPECT_FALSE(driver_->lookup(Name{{}, "d/etc"}, true));
    stop = true;
    local_program.join();
    std::filesystem::remove(directory_ / "out");
    std::filesystem::remove_all(directory_ / "d");
  }
}

TEST_F(PosixDriverTest, SpecialFilesAreNeverOpened) {
  make();
  ASSERT_EQ(::mkfifo((directory_ / "fifo").c_str(), 0600), 0);
  const Entry fifo = driver_->lookup(Name{{}, "fifo"}, true).value();
  EXPECT_EQ(fifo.attributes.kind, ObjectKind::other);
  EXPECT_EQ(kind(read(fifo.object, 1)), ErrorKind::invalid_argument);
  EXPECT_EQ(kind(write(fifo.object, "x")), ErrorKind::invalid_argument);
  EXPECT_EQ(kind(driver_->create(Name{{}, "fifo"}, false, {})), ErrorKind::exists);
  EXPECT_TRUE(driver_->commit(fifo.object));
}

TEST_F(PosixDriverTest, AReadOnlyExportIsNotWritten) {
  std::ofstream(directory_ / "f") << "data";
  make({.read_only = true});
  const ObjectId file = driver_->lookup(Name{{}, "f"}, true).value().object;
  EXPECT_EQ(read(file, 9).value(), "data");
  EXPECT_EQ(kind(write(file, "x")), ErrorKind::read_only);
  EXPECT_EQ(kind(driver_->create(Name{{}, "g"}, false, {})), ErrorKind::read_only);
  EXPECT_EQ(kind(driver_->remove(Name{{}, "f"}, {})), ErrorKind::read_only);
  EXPECT_EQ(kind(driver_->resize(file, 0)), ErrorKind::read_only);
  EXPECT_EQ(kind(driver_->set_attributes(file, {})), ErrorKind::read_only);
}

TEST_F(PosixDriverTest, KeepsOnlySoManyDescriptors) {
  make({.descriptors_max = 2});
  std::vector<ObjectId> files;
  for (int i = 0; i < 20; ++i) files.push_back(create(fmt::format("{}", i)));
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < files.size(); ++i) {
      ASSERT_TRUE(write(files[i], fmt::format("{}", i)));
      EXPECT_LE(driver_->open_count(), 2U);
    }
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    EXPECT_EQ(read(files[i], 9).value(), fmt::format("{}", i));
  }
}

TEST_F(PosixDriverTest, SyncsADirtyDescriptorBeforeClosingIt) {
  make({.descriptors_max = 1});
  const ObjectId dirty = create("dirty");
  const ObjectId clean = create("clean");
  ASSERT_TRUE(write(dirty, "x"));
  int syncs = 0;
  const sys::ScopedFault fault(sys::Call::sync, [&] { return ++syncs, 0; });
  ASSERT_TRUE(read(clean, 1));
  EXPECT_EQ(syncs, 1);
  ASSERT_TRUE(read(dirty, 1));
  ASSERT_TRUE(read(clean, 1));
  EXPECT_EQ(syncs, 1);
}

TEST_F(PosixDriverTest, AFailedSyncOfAnEvictedDescriptorIsReportedByTheNextCommit) {
  make({.descriptors_max = 1});
  const ObjectId file = create("f");
  const ObjectId other = create("g");
  ASSERT_TRUE(driver_->commit(file));
  ASSERT_TRUE(driver_->commit(other));
  ASSERT_TRUE(write(file, "x"));
  {
    const sys::ScopedFault fault(sys::Call::sync, EIO);
    ASSERT_TRUE(read(other, 1));
  }
  ASSERT_TRUE(write(file, "y"));
  EXPECT_TRUE(driver_->commit(other));
  const Status first = driver_->commit(file);
  ASSERT_FALSE(first);
  EXPECT_EQ(first.error().os_errno, EIO);
  EXPECT_TRUE(driver_->commit(file));
}

TEST_F(PosixDriverTest, AFailedCommitSaysSo) {
  make();
  const ObjectId file = create("f");
  ASSERT_TRUE(write(file, "x"));
  {
    const sys::ScopedFault fault(sys::Call::sync, EIO);
    EXPECT_EQ(kind(driver_->commit(file)), ErrorKind::io);
  }
  EXPECT_TRUE(driver_->commit(file));
}

TEST_F(PosixDriverTest, CommitSyncsTheDirectoriesOfNewNamesOnce) {
  make();
  ASSERT_TRUE(driver_->make_directory(Name{{}, "d"}, 0755));
  const ObjectId file = create("d/f");
  int syncs = 0;
  const sys::ScopedFault fault(sys::Call::sync, [&] { return ++syncs, 0; });
  ASSERT_TRUE(driver_->commit(file));
  EXPECT_EQ(syncs, 3);  // the file, d, and the root that has d
  ASSERT_TRUE(driver_->commit(file));
  EXPECT_EQ(syncs, 4);
  ASSERT_TRUE(driver_->rename(Name{{}, "d/f"}, Name{{}, "f"}, {}));
  ASSERT_TRUE(driver_->commit(file));
  EXPECT_EQ(syncs, 7);  // the file and both directories
}

TEST_F(PosixDriverTest, ADirectoryThatCouldNotBeSyncedIsTriedAgain) {
  make();
  const ObjectId file = create("f");
  int syncs = 0;
  {
    const sys::ScopedFault fault(sys::Call::sync, [&] { return ++syncs == 2 ? EIO : 0; });
    EXPECT_EQ(kind(driver_->commit(file)), ErrorKind::io);
    EXPECT_EQ(syncs, 2);
    EXPECT_TRUE(driver_->commit(file));
    EXPECT_EQ(syncs, 4);
  }
}

TEST_F(PosixDriverTest, TheDirectoriesAboveItAreTriedAgainToo) {
  make();
  ASSERT_TRUE(driver_->make_directory(Name{{}, "d"}, 0755));
  const ObjectId file = create("d/f");
  int syncs = 0;
  const sys::ScopedFault fault(sys::Call::sync, [&] { return ++syncs == 3 ? EIO : 0; });
  EXPECT_EQ(kind(driver_->commit(file)), ErrorKind::io);
  ASSERT_EQ(syncs, 3) << "the file, d, and the root, which failed";
  EXPECT_TRUE(driver_->commit(file));
  EXPECT_EQ(syncs, 6) << "the root among them";
}

TEST_F(PosixDriverTest, WantOfDescriptorsShedsThoseThatAreIdle) {
  make();
  std::vector<ObjectId> files;
  for (int i = 0; i < 5; ++i) files.push_back(create(fmt::format("{}", i)));
  EXPECT_EQ(driver_->open_count(), 5U);
  int failures = 1;
  {
    const sys::ScopedFault fault(sys::Call::open, [&] { return failures-- > 0 ? EMFILE : 0; });
    EXPECT_TRUE(driver_->lookup(Name{{}, "0"}, true));
  }
  EXPECT_EQ(driver_->open_count(), 0U);
  const sys::ScopedFault fault(sys::Call::open, EMFILE);
  EXPECT_EQ(kind(read(files[0], 1)), ErrorKind::exhausted);
}

TEST_F(PosixDriverTest, ShortAndInterruptedTransfersAreFinished) {
  make();
  const ObjectId file = create("f");
  const std::string text = "0123456789abcdef";
  int calls = 0;
  const auto decide = [&] { return ++calls % 3 == 0 ? EINTR : sys::kShortTransfer; };
  {
    const sys::ScopedFault fault(sys::Call::write, decide);
    ASSERT_TRUE(write(file, text));
  }
  EXPECT_GT(calls, 2);
  EXPECT_EQ(local("f"), text);
  const sys::ScopedFault fault(sys::Call::read, decide);
  EXPECT_EQ(read(file, 100).value(), text);
}

TEST_F(PosixDriverTest, AFullDiskIsReported) {
  make();
  const ObjectId file = create("f");
  const sys::ScopedFault fault(sys::Call::write, ENOSPC);
  EXPECT_EQ(kind(write(file, "x")), ErrorKind::no_space);
}

TEST_F(PosixDriverTest, WhereNothingCanBeReservedTheFileStillGrows) {
  make();
  const ObjectId file = create("f");
  ASSERT_TRUE(write(file, "data"));
  const sys::ScopedFault fault(sys::Call::allocate, EOPNOTSUPP);
  EXPECT_TRUE(driver_->allocate(file, 2));
  EXPECT_EQ(driver_->attributes(file)->size, 4U);
  EXPECT_TRUE(driver_->allocate(file, 5000));
  EXPECT_EQ(driver_->attributes(file)->size, 5000U);
  EXPECT_EQ(read(file, 5).value(), std::string("data\0", 5));
}

TEST_F(PosixDriverTest, OpenByHandleRefusedMeansTheDatabase) {
  {
    const sys::ScopedFault fault(sys::Call::handle, EOPNOTSUPP);
    make();
    EXPECT_EQ(kind(PosixDriver::create({.root = directory_.path(), .handles = Handles::kernel})),
              ErrorKind::unsupported);
  }
  EXPECT_FALSE(driver_->capability().stable_handles);
  const ObjectId file = create("f");
  EXPECT_TRUE(write(file, "x"));
}

TEST_F(PosixDriverTest, AKernelWithoutOpenat2IsWalked) {
  {
    int calls = 0;  // the root itself is opened first
    const sys::ScopedFault fault(sys::Call::open, [&] { return ++calls == 2 ? ENOSYS : 0; });
    make();
  }
  ASSERT_TRUE(driver_->make_directory(Name{{}, "d"}, 0755));
  EXPECT_EQ(kind(driver_->lookup(Name{{}, "d/../.."}, true)), ErrorKind::permission_denied);
  EXPECT_TRUE(driver_->lookup(Name{{}, "d/."}, true));
}

// Another program's lock over the holes of a pattern: only the client's bytes may be written.
TEST_F(PosixDriverTest, WithoutTheLockNothingIsSieved) {
  make({.lock_wait = Duration{0}});
  const ObjectId file = create("f");
  ASSERT_TRUE(write(file, std::string(1600, '.')));
  const sys::UniqueFd other(::open((directory_ / "f").c_str(), O_RDWR));
  const auto lock = sys::RangeLock::acquire(other.get(), sys::LockKind::write, {0, 0}, {});
  ASSERT_TRUE(lock);
  std::vector<Strip> pieces;
  for (std::uint64_t i = 0; i < 100; ++i) pieces.push_back({i * 16, 8});
  int reads = 0;
  const sys::ScopedFault fault(sys::Call::read, [&] { return ++reads, 0; });
  EXPECT_TRUE(driver_->write(file, pieces, bytes_of(std::string(800, 'x')), {}));
  EXPECT_EQ(reads, 0);
  EXPECT_EQ(kind(driver_->write(file, pieces, bytes_of(std::string(800, 'x')),
                                {.atomic = true, .sieving = true})),
            ErrorKind::locked);
  EXPECT_EQ(local("f").substr(0, 20), "xxxxxxxx........xxxx");
}

TEST_F(PosixDriverTest, SievingObeysItsSwitch) {
  make();
  const ObjectId file = create("f");
  ASSERT_TRUE(write(file, std::string(1600, '.')));
  std::vector<Strip> pieces;
  for (std::uint64_t i = 0; i < 100; ++i) pieces.push_back({i * 16, 8});
  int writes = 0;
  const sys::ScopedFault fault(sys::Call::write, [&] { return ++writes, 0; });
  EXPECT_TRUE(driver_->write(file, pieces, bytes_of(std::string(800, 'x')), {}));
  EXPECT_EQ(writes, 1);
  EXPECT_TRUE(driver_->write(file, pieces, bytes_of(std::string(800, 'y')), {.sieving = false}));
  EXPECT_EQ(writes, 101);
}

}  // namespace
}  // namespace strait::storage
