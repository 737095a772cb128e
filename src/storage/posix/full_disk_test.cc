// A disk that is really full: a tmpfs of its own, mounted nowhere, so that nothing is left behind
// whatever happens. Where this process may not mount, MemoryDriver and ScopedFault stand for it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <unistd.h>

#include <vector>

#include "storage/posix/posix_driver.h"
#include "sys/unique_fd.h"

namespace strait::storage {
namespace {

sys::UniqueFd small_tmpfs(const char* size) {
  const sys::UniqueFd context(::fsopen("tmpfs", FSOPEN_CLOEXEC));
  if (!context) return {};
  if (::fsconfig(context.get(), FSCONFIG_SET_STRING, "size", size, 0) != 0) return {};
  if (::fsconfig(context.get(), FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) != 0) return {};
  return sys::UniqueFd(::fsmount(context.get(), FSMOUNT_CLOEXEC, 0));
}

TEST(FullDisk, IsReportedAndKeepsWhatWasWritten) {
  const sys::UniqueFd mount = small_tmpfs("1M");
  if (!mount) return;
  const std::string root = fmt::format("/proc/self/fd/{}", mount.get());
  const auto driver = PosixDriver::create({.root = root}).value();
  const ObjectId file = driver->create({{}, "f"}, true, {}).value().entry.object;
  const std::vector<std::byte> data(std::size_t{256} * 1024, std::byte{7});

  std::uint64_t written = 0;
  Status status;
  while (status && written < 8 * data.size()) {
    const Strip strip{written, data.size()};
    status = driver->write(file, {&strip, 1}, data, {});
    if (status) written += data.size();
  }
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::no_space);
  EXPECT_GE(written, 2 * data.size());
  EXPECT_EQ(driver->allocate(file, std::uint64_t{1} << 30).error().kind, ErrorKind::no_space);

  // A pattern that needs new pages fails the same way, sieved or not; one that needs none works.
  std::vector<Strip> pieces;
  for (std::uint64_t i = 0; i < 1000; ++i)
    pieces.push_back({(std::uint64_t{1} << 30) + i * 3000, 8});
  EXPECT_EQ(driver->write(file, pieces, ConstBytes(data).first(8000), {}).error().kind,
            ErrorKind::no_space);
  for (std::uint64_t i = 0; i < 1000; ++i) pieces[i].offset = i * 16;
  EXPECT_TRUE(driver->write(file, pieces, ConstBytes(data).first(8000), {}));

  std::vector<std::byte> back(written);
  const Strip all{0, written};
  EXPECT_EQ(driver->read(file, {&all, 1}, back, {}).value(), written);
  EXPECT_EQ(back, std::vector<std::byte>(written, std::byte{7}));
  ASSERT_TRUE(driver->resize(file, 0));
  const Strip again{0, data.size()};
  EXPECT_TRUE(driver->write(file, {&again, 1}, data, {}));
}

}  // namespace
}  // namespace strait::storage
