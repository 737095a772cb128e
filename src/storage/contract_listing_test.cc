// The driver contract: listing directories.
#include <map>
#include <set>

#include "storage/contract_test.h"

namespace strait::storage {
namespace {

class ListingContract : public DriverContract {
 protected:
  // All names, `step` at a time; `between` runs after each part.
  std::multiset<std::string> names(
      const ObjectId& directory, std::size_t step, const std::function<void()>& between = [] {}) {
    std::multiset<std::string> all;
    std::uint64_t cookie = 0;
    for (int parts = 0; parts < 1000; ++parts) {
      const auto listing = driver_->list(directory, cookie, step);
      EXPECT_TRUE(listing) << to_string(listing.error());
      if (!listing) break;
      EXPECT_LE(listing->entries.size(), step);
      for (const DirectoryEntry& entry : listing->entries) {
        all.insert(entry.name);
        cookie = entry.cookie;
      }
      if (listing->end) return all;
      EXPECT_FALSE(listing->entries.empty());
      between();
    }
    ADD_FAILURE() << "no end";
    return all;
  }
};

TEST_P(ListingContract, AnEmptyDirectoryHasNoEntries) {
  const ObjectId directory = make_directory("d");
  const auto listing = driver_->list(directory, 0, 10);
  ASSERT_TRUE(listing);
  EXPECT_TRUE(listing->entries.empty());
  EXPECT_TRUE(listing->end);
}

TEST_P(ListingContract, EntriesComeWithObjectsAndAttributes) {
  const ObjectId directory = make_directory("d");
  std::map<std::string, ObjectId> made;
  made["f"] = create("d/f");
  made["sub"] = make_directory("d/sub");
  made["link"] = driver_->make_symlink(at("d/link"), "f").value().object;
  write(made["f"], 0, "four");
  const auto listing = driver_->list(directory, 0, 10);
  ASSERT_TRUE(listing);
  ASSERT_EQ(listing->entries.size(), 3U);
  EXPECT_TRUE(listing->end);
  for (const DirectoryEntry& entry : listing->entries) {
    EXPECT_EQ(entry.object, made.at(entry.name)) << entry.name;
    EXPECT_EQ(entry.attributes.kind, driver_->attributes(entry.object)->kind) << entry.name;
    EXPECT_EQ(entry.attributes.change, driver_->attributes(entry.object)->change) << entry.name;
  }
}

TEST_P(ListingContract, CookiesGoOnWhereTheListingEnded) {
  const ObjectId directory = make_directory("d");
  std::multiset<std::string> expected;
  for (int i = 0; i < 50; ++i) {
    create(fmt::format("d/{}", i));
    expected.insert(fmt::format("{}", i));
  }
  for (const std::size_t step : {1, 7, 50, 1000}) EXPECT_EQ(names(directory, step), expected);
}

TEST_P(ListingContract, EntriesThatStayAreListedOnceWhileOthersComeAndGo) {
  const ObjectId directory = make_directory("d");
  for (int i = 0; i < 40; ++i) create(fmt::format("d/stays{}", i));
  for (int i = 0; i < 40; ++i) create(fmt::format("d/goes{}", i));
  int round = 0;
  const auto seen = names(directory, 5, [&] {
    if (round < 40) {
      EXPECT_TRUE(driver_->remove(at(fmt::format("d/goes{}", round)), {}));
      create(fmt::format("d/comes{}", round));
    }
    ++round;
  });
  for (int i = 0; i < 40; ++i) EXPECT_EQ(seen.count(fmt::format("stays{}", i)), 1U) << i;
}

TEST_P(ListingContract, OnlyDirectoriesAreListed) {
  EXPECT_EQ(kind(driver_->list(create("f"), 0, 10)), ErrorKind::not_a_directory);
  const ObjectId gone = make_directory("d");
  ASSERT_TRUE(driver_->remove(at("d"), {}));
  EXPECT_EQ(kind(driver_->list(gone, 0, 10)), ErrorKind::stale);
}

STRAIT_DRIVER_CONTRACT(ListingContract);

}  // namespace
}  // namespace strait::storage
