#include "storage/posix/handle_database.h"

#include <gtest/gtest.h>

#include <fstream>

#include "storage/contract_test.h"

namespace strait::storage {
namespace {

class HandleDatabaseTest : public testing::TestWithParam<std::string> {
 protected:
  void open() {
    database_.reset();
    database_ = open_handle_database(where()).value();
  }
  std::string where() const {
    return GetParam() == "memory" ? "memory" : "file:" + (directory_ / "handles");
  }
  std::optional<std::string> find(const FileKey& key) { return database_->find(key).value(); }

  TemporaryDirectory directory_;
  std::unique_ptr<HandleDatabase> database_;
};

TEST_P(HandleDatabaseTest, RemembersPathsByKey) {
  open();
  ASSERT_TRUE(database_->put({1, 2}, "a"));
  ASSERT_TRUE(database_->put({1, 3}, "b"));
  EXPECT_EQ(find({1, 2}), "a");
  EXPECT_EQ(find({1, 3}), "b");
  EXPECT_EQ(find({2, 2}), std::nullopt);
  ASSERT_TRUE(database_->put({1, 2}, "c"));
  EXPECT_EQ(find({1, 2}), "c");
}

TEST_P(HandleDatabaseTest, ForgetsOnlyThePathThatIsGone) {
  open();
  ASSERT_TRUE(database_->put({1, 2}, "a"));
  ASSERT_TRUE(database_->erase({1, 2}, "another name of it"));
  EXPECT_EQ(find({1, 2}), "a");
  ASSERT_TRUE(database_->erase({1, 2}, "a"));
  EXPECT_EQ(find({1, 2}), std::nullopt);
  ASSERT_TRUE(database_->erase({1, 2}, "a"));
}

TEST_P(HandleDatabaseTest, RenamesDirectoriesWithAllBelow) {
  open();
  ASSERT_TRUE(database_->put({1, 0}, "d"));
  ASSERT_TRUE(database_->put({2, 0}, "d/x/y"));
  ASSERT_TRUE(database_->put({3, 0}, "dd"));
  ASSERT_TRUE(database_->rename("d", "e/f"));
  EXPECT_EQ(find({1, 0}), "e/f");
  EXPECT_EQ(find({2, 0}), "e/f/x/y");
  EXPECT_EQ(find({3, 0}), "dd");
}

TEST_P(HandleDatabaseTest, HoldsManyAndLongPaths) {
  open();
  const std::string longest(4000, 'n');
  for (std::uint64_t i = 0; i < 500; ++i) {
    ASSERT_TRUE(database_->put({i, i}, fmt::format("{}{}", longest, i)));
  }
  EXPECT_EQ(find({321, 321}), longest + "321");
}

TEST_P(HandleDatabaseTest, AFileSurvivesItsDriverButNotADoubtfulReboot) {
  if (GetParam() == "memory") return;
  open();
  ASSERT_TRUE(database_->put({1, 2}, "a"));
  EXPECT_EQ(open_handle_database(where()).error().kind, ErrorKind::busy);
  open();
  EXPECT_EQ(find({1, 2}), "a");
  database_.reset();
  // As if the host had stopped while the file was open in another boot.
  std::ofstream(directory_ / "handles.boot") << "another boot";
  open();
  EXPECT_EQ(find({1, 2}), std::nullopt);
}

TEST(HandleDatabase, SaysWhatItExpects) {
  EXPECT_EQ(open_handle_database("disk").error().kind, ErrorKind::invalid_argument);
  EXPECT_EQ(open_handle_database("file:").error().kind, ErrorKind::invalid_argument);
  EXPECT_EQ(open_handle_database("file:/does/not/exist").error().kind, ErrorKind::not_found);
}

INSTANTIATE_TEST_SUITE_P(Places, HandleDatabaseTest, testing::Values("memory", "file"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace strait::storage
