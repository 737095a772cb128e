#include "server/state_directory.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <cstdlib>
#include <filesystem>

#include "server/record_journal.h"

namespace strait::server {
namespace {

struct StateDirectory : testing::Test {
  std::string root = [] {
    std::string name = testing::TempDir() + "strait-state-XXXXXX";
    return std::string(::mkdtemp(name.data()));
  }();
  ~StateDirectory() override { std::filesystem::remove_all(root); }

  static Journal::Key key(std::uint8_t client, std::uint64_t number) {
    Journal::Key made{.number = number};
    made.client.fill(std::byte{client});
    return made;
  }
};

TEST_F(StateDirectory, KeepsItsIdentity) {
  const std::string path = root + "/deep/er";
  wire::Id id;
  SipKey handle_key;
  {
    const auto first = open_state_directory(path);
    ASSERT_TRUE(first) << to_string(first.error());
    id = first->id;
    handle_key = first->key;
  }
  const auto second = open_state_directory(path);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->id, id);
  EXPECT_EQ(second->key, handle_key);
  struct stat status {};
  ASSERT_EQ(::stat((path + "/identity").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
}

TEST_F(StateDirectory, BelongsToOneServerAtATime) {
  const auto first = open_state_directory(root);
  ASSERT_TRUE(first);
  const auto second = open_state_directory(root);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::busy);
  const std::string& why = second.error().what;
  const std::size_t named = why.find(root);
  ASSERT_NE(named, std::string::npos) << why;
  EXPECT_EQ(why.find(root, named + 1), std::string::npos) << "named twice: " << why;
}

TEST_F(StateDirectory, ADamagedIdentityIsNotReplaced) {
  ASSERT_TRUE(open_state_directory(root));
  std::filesystem::resize_file(root + "/identity", 5);
  EXPECT_FALSE(open_state_directory(root));
}

TEST_F(StateDirectory, TheJournalKeepsRecordsInOrder) {
  {
    auto journal = RecordJournal::open(root + "/j", "boot 1");
    ASSERT_TRUE(journal) << to_string(journal.error());
    for (const std::uint64_t number : {300U, 1U, 2U, 256U}) {
      ASSERT_TRUE((*journal)->put(key(1, number), bytes_of("value"), {}));
    }
    ASSERT_TRUE((*journal)->put(key(2, 1), bytes_of("other"), {}));
    ASSERT_TRUE((*journal)->put(key(2, 1), bytes_of("newer"), {}));
    ASSERT_TRUE((*journal)->erase(key(1, 0).client, 0, 2));
  }
  auto journal = RecordJournal::open(root + "/j", "boot 2");
  ASSERT_TRUE(journal) << "closed in order, so it is good after a reboot too";
  const auto contents = (*journal)->load();
  ASSERT_TRUE(contents);
  const std::vector<Journal::Record>& records = contents->records;
  ASSERT_EQ(records.size(), 3U);
  EXPECT_EQ(records[0].key, key(1, 256));
  EXPECT_EQ(records[1].key, key(1, 300));
  EXPECT_EQ(text_of(records[2].value), "newer");
}

TEST_F(StateDirectory, TheJournalKeepsCounters) {
  // Before, among and behind the records, in the order of the file.
  const std::array<Journal::Counter, 3> counters{
      {{.instance = key(0, 0).client, .value = 1},
       {.instance = key(1, 0).client, .value = 1ULL << 40},
       {.instance = key(9, 0).client, .value = 3}}};
  const Journal::Counter gone{.instance = key(9, 0).client, .dropped = true};
  {
    auto journal = RecordJournal::open(root + "/j", "boot 1");
    ASSERT_TRUE(journal) << to_string(journal.error());
    ASSERT_TRUE((*journal)->put(key(1, 1), bytes_of("value"), counters));
    ASSERT_TRUE((*journal)->put(key(1, 2), bytes_of("value"), {&gone, 1}));
    ASSERT_TRUE((*journal)->erase(key(1, 0).client, 0, 1));
  }
  auto journal = RecordJournal::open(root + "/j", "boot 1");
  ASSERT_TRUE(journal);
  const auto contents = (*journal)->load();
  ASSERT_TRUE(contents);
  EXPECT_EQ(contents->records.size(), 1U);
  ASSERT_EQ(contents->counters.size(), 2U);
  EXPECT_EQ(contents->counters[1].instance, counters[1].instance);
  EXPECT_EQ(contents->counters[1].value, counters[1].value);
}

TEST_F(StateDirectory, AJournalThatACrashOfTheHostMayHaveTornIsDiscarded) {
  {
    auto journal = RecordJournal::open(root + "/j", "boot 1");
    ASSERT_TRUE((*journal)->put(key(1, 1), bytes_of("value"), {}));
    // What a process that is killed leaves behind.
    std::filesystem::copy(root + "/j", root + "/k");
    std::filesystem::copy(root + "/j.boot", root + "/k.boot");
    std::filesystem::copy(root + "/j", root + "/l");
    std::filesystem::copy(root + "/j.boot", root + "/l.boot");
  }
  auto same_boot = RecordJournal::open(root + "/k", "boot 1");
  ASSERT_TRUE(same_boot);
  EXPECT_EQ((*same_boot)->load()->records.size(), 1U);
  auto next_boot = RecordJournal::open(root + "/l", "boot 2");
  ASSERT_TRUE(next_boot);
  EXPECT_TRUE((*next_boot)->load()->records.empty());
}

}  // namespace
}  // namespace strait::server
