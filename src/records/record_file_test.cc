#include "records/record_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

namespace strait::records {
namespace {

struct RecordFileTest : testing::Test {
  std::string root = [] {
    std::string name = testing::TempDir() + "strait-records-XXXXXX";
    return std::string(::mkdtemp(name.data()));
  }();
  ~RecordFileTest() override { std::filesystem::remove_all(root); }

  std::unique_ptr<RecordFile> open(const std::string& name, const std::string& boot) const {
    auto file = RecordFile::open(root + "/" + name, "test records", boot);
    EXPECT_TRUE(file) << to_string(file.error());
    return file ? std::move(*file) : nullptr;
  }
  static void put(RecordFile& file, std::string_view key, std::string_view value) {
    auto transaction = file.write();
    ASSERT_TRUE(transaction);
    ASSERT_TRUE(transaction->put(bytes_of(key), bytes_of(value)));
    ASSERT_TRUE(transaction->commit());
  }
  static std::optional<std::string> find(RecordFile& file, std::string_view key) {
    const auto transaction = file.read();
    const auto found = transaction->find(bytes_of(key));
    if (!found || !*found) return {};
    return std::string(text_of(**found));
  }
  static std::vector<std::string> keys_from(RecordFile& file, std::string_view from,
                                            std::size_t count_max = 100) {
    const auto transaction = file.read();
    std::vector<std::string> keys;
    EXPECT_TRUE(transaction->visit(bytes_of(from), [&](ConstBytes key, ConstBytes) {
      keys.emplace_back(text_of(key));
      return keys.size() < count_max;
    }));
    return keys;
  }
};

TEST_F(RecordFileTest, VisitsRecordsInTheOrderOfTheirKeys) {
  const auto file = open("r", "boot 1");
  for (const char* key : {"c", "a", "bb", "b"}) put(*file, key, "value");
  EXPECT_EQ(keys_from(*file, ""), (std::vector<std::string>{"a", "b", "bb", "c"}));
  EXPECT_EQ(keys_from(*file, "ba"), (std::vector<std::string>{"bb", "c"}));
  EXPECT_EQ(keys_from(*file, "", 2), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(keys_from(*file, "d").empty());
}

TEST_F(RecordFileTest, ATransactionThatIsNotCommittedChangesNothing) {
  const auto file = open("r", "boot 1");
  put(*file, "a", "old");
  {
    auto transaction = file->write();
    ASSERT_TRUE(transaction->put(bytes_of("a"), bytes_of("new")));
    ASSERT_TRUE(transaction->put(bytes_of("b"), bytes_of("more")));
  }
  EXPECT_EQ(find(*file, "a"), "old");
  EXPECT_EQ(find(*file, "b"), std::nullopt);
}

TEST_F(RecordFileTest, ErasingWhatIsNotThereIsFine) {
  const auto file = open("r", "boot 1");
  put(*file, "a", "value");
  auto transaction = file->write();
  EXPECT_TRUE(transaction->erase(bytes_of("a")));
  EXPECT_TRUE(transaction->erase(bytes_of("a")));
  EXPECT_TRUE(transaction->commit());
  EXPECT_EQ(find(*file, "a"), std::nullopt);
}

TEST_F(RecordFileTest, AnOrderlyEndKeepsTheRecordsForTheNextBoot) {
  put(*open("r", "boot 1"), "a", "value");
  EXPECT_EQ(std::filesystem::file_size(root + "/r.boot"), 0U);
  EXPECT_EQ(find(*open("r", "boot 2"), "a"), "value");
}

TEST_F(RecordFileTest, WhatACrashOfTheHostMayHaveTornIsDiscarded) {
  {
    const auto file = open("r", "the first boot");
    put(*file, "a", "value");
    // What a process that is killed leaves behind.
    for (const char* name : {"same", "next"}) {
      std::filesystem::copy(root + "/r", root + "/" + name);
      std::filesystem::copy(root + "/r.boot", root + "/" + name + ".boot");
    }
  }
  EXPECT_EQ(find(*open("same", "the first boot"), "a"), "value");
  const auto file = open("next", "boot 2");
  EXPECT_EQ(find(*file, "a"), std::nullopt);
  EXPECT_EQ(std::filesystem::file_size(root + "/next.boot"), 6U) << "nothing left of the longer id";
}

TEST_F(RecordFileTest, IsOpenInOnePlaceAtATime) {
  const auto file = open("r", "boot 1");
  const auto second = RecordFile::open(root + "/r", "test records", "boot 1");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::busy);
}

TEST_F(RecordFileTest, WhatCannotBeOpenedIsAnErrorThatNamesIt) {
  std::filesystem::create_directory(root + "/r");
  const auto file = RecordFile::open(root + "/r", "test records", "boot 1");
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().what.find(root + "/r"), std::string::npos) << file.error().what;
  EXPECT_NE(file.error().what.find("test records"), std::string::npos) << file.error().what;
}

}  // namespace
}  // namespace strait::records
