#include "storage/make_driver.h"

#include <gtest/gtest.h>

#include <fstream>
#include <vector>

#include "storage/contract_test.h"

namespace strait::storage {
namespace {

using Name = Driver::Name;

class LinesLog final : public Log {
 public:
  bool enabled(LogLevel) const noexcept override { return true; }
  void write(LogLevel, std::string_view sentence, std::initializer_list<LogField> fields) override {
    std::string line(sentence);
    for (const LogField& field : fields) line += fmt::format(" {}={}", field.key, field.value);
    lines.push_back(line);
  }
  std::vector<std::string> lines;
};

std::string name_made_by(std::string_view spec, const DriverOptions& options = {}) {
  auto made = make_driver(spec, options);
  return made ? (*made)->capability().name : to_string(made.error());
}

TEST(MakeDriver, KnowsPathsAndWords) {
  const TemporaryDirectory directory;
  EXPECT_EQ(name_made_by(directory.path()), "posix");
  EXPECT_EQ(name_made_by("posix:" + directory.path()), "posix");
  EXPECT_EQ(name_made_by("posix:descriptors=2,resolve=walk,handles=database:" + directory.path()),
            "posix");
  EXPECT_EQ(name_made_by("memory:"), "memory");
  EXPECT_EQ(name_made_by("memory:capacity=1G"), "memory");
  EXPECT_EQ(name_made_by("null:"), "null");
  EXPECT_EQ(name_made_by("delay:ms=1:error:rate=0/1:null:"), "null");
}

TEST(MakeDriver, SaysWhatIsWrong) {
  for (const std::string_view spec :
       {"posix:", "memory:x", "null:x", "memory:size=1", "memory:capacity=1X", "memory:capacity=",
        "delay:ms=99999999999:null:", "error:errno=EWHAT:null:", "error:rate=1:null:",
        "error:rate=1/0:null:", "error:calls=fly:null:", "trace:null:", "posix:resolve=x:/tmp"}) {
    const auto made = make_driver(spec, {});
    ASSERT_FALSE(made) << spec;
    EXPECT_EQ(made.error().kind, ErrorKind::invalid_argument) << spec << ": " << made.error().what;
  }
  EXPECT_EQ(make_driver("/does/not/exist", {}).error().kind, ErrorKind::not_found);
  EXPECT_EQ(make_driver("/dev/null", {}).error().kind, ErrorKind::not_a_directory);
}

TEST(MakeDriver, BoundsTheDecorators) {
  std::string spec;
  for (int i = 0; i < 1000; ++i) spec += "delay:";
  EXPECT_EQ(make_driver(spec + "null:", {}).error().kind, ErrorKind::invalid_argument);
}

TEST(DelayDriver, WaitsForEachCallAndForItsBytes) {
  std::vector<Duration> waits;
  DriverOptions options;
  options.sleep = [&](Duration wait) { waits.push_back(wait); };
  const auto driver = make_driver("delay:ms=5,rate=1K:null:", options).value();
  const ObjectId file = driver->create(Name{{}, "f"}, true, {}).value().entry.object;
  const Strip strip{0, 512};
  std::byte data[512] = {};
  ASSERT_TRUE(driver->write(file, {&strip, 1}, data, {}));
  using std::chrono::milliseconds;
  EXPECT_EQ(waits, (std::vector<Duration>{milliseconds(5), milliseconds(505)}));
}

TEST(ErrorDriver, FailsTheCallsItIsTold) {
  const auto driver = make_driver("error:errno=ENOSPC,calls=write+resize:memory:", {}).value();
  const ObjectId file = driver->create(Name{{}, "f"}, true, {}).value().entry.object;
  EXPECT_EQ(driver->write(file, {}, {}, {}).error().kind, ErrorKind::no_space);
  EXPECT_EQ(driver->resize(file, 1).error().os_errno, ENOSPC);
  EXPECT_TRUE(driver->commit(file));
}

TEST(ErrorDriver, FailsOnlyWhileItsTriggerFileExists) {
  const TemporaryDirectory directory;
  const auto driver =
      make_driver(fmt::format("error:file={}:memory:", directory / "trigger"), {}).value();
  EXPECT_TRUE(driver->lookup(Name{{}, ""}, false));
  std::ofstream(directory / "trigger").put('x');
  EXPECT_EQ(driver->lookup(Name{{}, ""}, false).error().kind, ErrorKind::io);
  std::filesystem::remove(directory / "trigger");
  EXPECT_TRUE(driver->lookup(Name{{}, ""}, false));
}

TEST(ErrorDriver, FailsAtTheRateItsSeedDetermines) {
  const auto failures = [](std::string_view spec) {
    const auto driver = make_driver(spec, {}).value();
    std::string seen;
    for (int i = 0; i < 1000; ++i) seen += driver->lookup(Name{{}, ""}, false) ? '.' : 'x';
    return seen;
  };
  const std::string first = failures("error:rate=1/10,seed=1:memory:");
  EXPECT_EQ(first, failures("error:rate=1/10,seed=1:memory:"));
  EXPECT_NE(first, failures("error:rate=1/10,seed=2:memory:"));
  EXPECT_NEAR(static_cast<double>(std::count(first.begin(), first.end(), 'x')), 100, 50);
}

TEST(TraceDriver, WritesALineForEachCall) {
  LinesLog log;
  DriverOptions options;
  options.log = &log;
  const auto driver = make_driver("trace:memory:", options).value();
  ASSERT_TRUE(driver->create(Name{{}, "f"}, true, {}));
  ASSERT_FALSE(driver->lookup(Name{{}, "g"}, false));
  ASSERT_EQ(log.lines.size(), 2U);
  EXPECT_EQ(log.lines[0], "storage call call=create path=f object= pieces=0 bytes=0 result=ok");
  EXPECT_NE(log.lines[1].find("call=lookup path=g"), std::string::npos);
  EXPECT_NE(log.lines[1].find("not_found"), std::string::npos);
}

}  // namespace
}  // namespace strait::storage
