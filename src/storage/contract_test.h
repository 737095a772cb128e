// What the tests of the driver contract share: the drivers they run on, and short words for calls.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "storage/driver.h"

namespace strait::storage {

// A directory of its own for each test, on tmpfs where there is one.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    const bool shared_memory = std::filesystem::exists("/dev/shm");
    std::string name = (shared_memory ? "/dev/shm/" : testing::TempDir()) + "strait-test-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  std::string operator/(std::string_view name) const { return fmt::format("{}/{}", path_, name); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// A driver under the contract. `make` may be called again on the same directory.
struct Subject {
  std::string name;
  std::function<std::unique_ptr<Driver>(const TemporaryDirectory&)> make;
};
inline void PrintTo(const Subject& subject, std::ostream* out) { *out << subject.name; }
const std::vector<Subject>& subjects();

class DriverContract : public testing::TestWithParam<Subject> {
 protected:
  using Name = Driver::Name;

  static Name at(std::string_view path) { return Name{{}, path}; }
  static Name at(const ObjectId& parent, std::string_view path) { return Name{parent, path}; }

  ObjectId create(std::string_view path) {
    auto created = driver_->create(at(path), true, {});
    EXPECT_TRUE(created) << to_string(created.error());
    return created ? created->entry.object : ObjectId{};
  }
  ObjectId make_directory(std::string_view path) {
    auto made = driver_->make_directory(at(path), 0755);
    EXPECT_TRUE(made) << to_string(made.error());
    return made ? made->object : ObjectId{};
  }
  void write(const ObjectId& file, std::uint64_t offset, std::string_view text) {
    const Strip strip{offset, text.size()};
    const Status written = driver_->write(file, {&strip, 1}, bytes_of(text), {});
    EXPECT_TRUE(written) << to_string(written.error());
  }
  std::string read(const ObjectId& file, std::uint64_t offset, std::size_t length) {
    return read_list(file, {{offset, length}});
  }
  std::string read_list(const ObjectId& file, const std::vector<Strip>& strips) {
    std::size_t bytes = 0;
    for (const Strip& strip : strips) bytes += strip.size();
    std::string text(bytes, '?');
    const auto length = driver_->read(file, strips, std::as_writable_bytes(std::span(text)), {});
    EXPECT_TRUE(length) << to_string(length.error());
    text.resize(length.value_or(0));
    return text;
  }
  std::uint64_t size(const ObjectId& file) { return driver_->attributes(file).value().size; }

  // What a read must find: the text, or zeros where the driver stores nothing.
  std::string stored(std::string text) const {
    return driver_->capability().stores_data ? text : std::string(text.size(), '\0');
  }

  template <class T>
  static ErrorKind kind(const Result<T>& result) {
    return result ? ErrorKind::internal : result.error().kind;
  }

  TemporaryDirectory directory_;
  std::unique_ptr<Driver> driver_ = GetParam().make(directory_);
};

}  // namespace strait::storage

#define STRAIT_DRIVER_CONTRACT(suite)                                        \
  INSTANTIATE_TEST_SUITE_P(AllDrivers, suite, testing::ValuesIn(subjects()), \
                           [](const auto& test) { return test.param.name; })
