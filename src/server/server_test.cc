// The server end to end, in a simulation: what each operation answers.
#include "server/server.h"

#include <gtest/gtest.h>

#include "server/test_site.h"

namespace strait::server {
namespace {

using wire::Operation;
using wire::StatusCode;

TEST(Server, HelloSettlesVersionLimitsAndChecksums) {
  TestSite site;
  TestClient client = site.connect();
  const auto reply = client.hello(1, 1, true);
  ASSERT_TRUE(reply.ok()) << reply.head.message;
  const auto results = reply.as<wire::HelloResults>();
  EXPECT_EQ(results.chosen_version, wire::kProtocolVersion);
  EXPECT_EQ(results.features, wire::kFeatureChecksums);
  EXPECT_EQ(reply.head.host_verifier, 7U);
  EXPECT_TRUE(client.ask(Operation::null).ok());
}

TEST(Server, WritesAndReadsBackAcrossChunks) {
  for (const bool checksums : {false, true}) {
    TestSite site;
    TestClient client = site.connect();
    ASSERT_TRUE(client.hello(1, 1, checksums).ok());
    const wire::Handle file = site.create(client, "a");
    const auto data = pattern((3 << 20) + 17);
    const auto wrote =
        client.wait(client.send(Operation::write, data, write_at(file, 1, 5, data.size())));
    ASSERT_TRUE(wrote.ok()) << wrote.head.message;
    EXPECT_EQ(wrote.as<wire::WriteResults>().count, data.size());
    EXPECT_EQ(wrote.head.written_up_to, 1U);
    const auto read = client.ask(Operation::read, read_at(file, 5, data.size() + 100));
    ASSERT_TRUE(read.ok()) << read.head.message;
    EXPECT_EQ(read.payload, data);
    EXPECT_TRUE(read.as<wire::ReadResults>().end_of_file);
    EXPECT_EQ(read.as<wire::ReadResults>().count, data.size());
    EXPECT_GE(read.frames, 4);
    const auto attributes = client.ask(Operation::getattr, wire::GetattrArgs{file});
    EXPECT_EQ(attributes.as<wire::GetattrResults>().attributes.size, data.size() + 5);
    EXPECT_TRUE(client.ask(Operation::commit, wire::CommitArgs{file}).ok());
  }
}

TEST(Server, ExtentsAreTakenInTheOrderGiven) {
  TestSite site;
  TestClient client = site.client();
  const wire::Handle file = site.create(client, "a");
  wire::WriteArgs write = write_at(file, 1, 0, 0);
  write.target = wire::ExtentList{{{10, 3}, {0, 2}, {5, 1}}};
  ASSERT_TRUE(client.wait(client.send(Operation::write, bytes_of("abcdef"), write)).ok());
  const auto read = client.ask(Operation::read, read_at(file, 0, 13));
  EXPECT_EQ(text_of(read.payload), std::string_view("de\0\0\0f\0\0\0\0abc", 13));
}

TEST(Server, NamesAndDirectories) {
  TestSite site;
  TestClient client = site.client();
  EXPECT_TRUE(client.ask(Operation::mkdir, wire::MkdirArgs{{1, 0}, site.name("d"), 0755}).ok());
  const auto link = client.ask(Operation::symlink, wire::SymlinkArgs{{2, 1}, site.name("l"), "d"});
  ASSERT_TRUE(link.ok()) << link.head.message;
  const auto target =
      client.ask(Operation::readlink, wire::ReadlinkArgs{link.as<wire::EntryResults>().file});
  EXPECT_EQ(target.as<wire::ReadlinkResults>().target, "d");
  const wire::Handle file = site.create(client, "d/f");
  EXPECT_TRUE(client.ask(Operation::link, wire::LinkArgs{{3, 2}, file, site.name("g")}).ok());
  EXPECT_TRUE(
      client.ask(Operation::rename, wire::RenameArgs{{4, 3}, site.name("g"), site.name("h"), file})
          .ok());
  const auto listing =
      client.ask(Operation::readdir,
                 wire::ReaddirArgs{client.ask(Operation::lookup, wire::LookupArgs{site.name("")})
                                       .as<wire::EntryResults>()
                                       .file});
  ASSERT_TRUE(listing.ok()) << listing.head.message;
  std::vector<std::string> names;
  for (const auto& entry : listing.as<wire::ReaddirResults>().entries) names.push_back(entry.name);
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"d", "h", "l"}));
  const auto child = client.ask(Operation::lookup,
                                wire::LookupArgs{wire::ChildName{
                                    client.ask(Operation::lookup, wire::LookupArgs{site.name("d")})
                                        .as<wire::EntryResults>()
                                        .file,
                                    "f"}});
  EXPECT_EQ(child.as<wire::EntryResults>().file, file);
  EXPECT_TRUE(client.ask(Operation::remove, wire::RemoveArgs{{5, 4}, site.name("h"), file}).ok());
  EXPECT_EQ(client.ask(Operation::lookup, wire::LookupArgs{site.name("h")}).head.status,
            StatusCode::not_found);
}

TEST(Server, AttributesAndSizes) {
  TestSite site;
  TestClient client = site.client();
  const wire::Handle file = site.create(client, "a");
  EXPECT_TRUE(client.ask(Operation::resize, wire::ResizeArgs{{1, 0}, file, 1000, false}).ok());
  EXPECT_TRUE(client.ask(Operation::resize, wire::ResizeArgs{{2, 1}, file, 500, true}).ok());
  wire::SetattrArgs set{.replay = {3, 2}, .file = file};
  set.attributes.mask = wire::kSetMode;
  set.attributes.mode = 0600;
  const auto reply = client.ask(Operation::setattr, set);
  ASSERT_TRUE(reply.ok());
  const auto got = client.ask(Operation::getattr, wire::GetattrArgs{file});
  EXPECT_EQ(got.as<wire::GetattrResults>().attributes.size, 1000U);
  EXPECT_EQ(got.as<wire::GetattrResults>().attributes.mode, 0600U);
}

TEST(Server, SaysWhatItDoesNotOffer) {
  TestSite site;
  TestClient client = site.client();
  const wire::Handle file = site.create(client, "a");
  EXPECT_EQ(client.ask(Operation::prefetch, wire::PrefetchArgs{file}).head.status,
            StatusCode::unsupported);
  EXPECT_EQ(client.ask(Operation::lock, wire::LockArgs{}).head.status, StatusCode::unsupported);
  EXPECT_EQ(client.ask(static_cast<Operation>(999)).head.status, StatusCode::unknown_operation);
  EXPECT_TRUE(client.ask(Operation::null).ok()) << "the connection goes on";
}

TEST(Server, RefusesHandlesThatItDidNotMake) {
  TestSite site;
  TestClient client = site.client();
  wire::Handle file = site.create(client, "a");
  file[9] ^= std::byte{1};
  const auto reply = client.ask(Operation::getattr, wire::GetattrArgs{file});
  EXPECT_EQ(reply.head.status, StatusCode::bad_handle);
  const auto data = pattern(100000);
  EXPECT_EQ(client.wait(client.send(Operation::write, data, write_at(file, 1, 0, data.size())))
                .head.status,
            StatusCode::bad_handle);
  EXPECT_TRUE(client.ask(Operation::null).ok()) << "its payload was thrown away";
}

TEST(Server, AReadOnlyExportStaysAsItIs) {
  auto driver = std::make_shared<storage::MemoryDriver>(storage::MemoryOptions{});
  ASSERT_TRUE(driver->create({std::nullopt, "a"}, false, {}));
  TestSite site({.read_only = true, .driver = driver});
  TestClient client = site.client();
  const auto found = client.ask(Operation::lookup, wire::LookupArgs{site.name("a")});
  const wire::Handle file = found.as<wire::EntryResults>().file;
  EXPECT_EQ(client.wait(client.send(Operation::write, bytes_of("x"), write_at(file, 1, 0, 1)))
                .head.status,
            StatusCode::read_only);
  EXPECT_EQ(client.ask(Operation::create, wire::CreateArgs{{1, 0}, site.name("b")}).head.status,
            StatusCode::read_only);
  EXPECT_EQ(client.ask(Operation::resize, wire::ResizeArgs{{2, 0}, file, 0, false}).head.status,
            StatusCode::read_only);
}

TEST(Server, EverythingCanBeDeferred) {
  TestSite site({.defer_everything = true});
  TestClient client = site.client();
  const wire::Handle file = site.create(client, "a");
  const auto data = pattern((2 << 20) + 3);
  const auto first = client.send(Operation::write, data, write_at(file, 1, 0, data.size()));
  const auto second =
      client.send(Operation::write, data, write_at(file, 2, data.size(), data.size()));
  const auto commit = client.send(Operation::commit, {}, wire::CommitArgs{file});
  const auto committed = client.wait(commit);
  ASSERT_TRUE(committed.ok()) << committed.head.message;
  EXPECT_EQ(committed.head.written_up_to, 2U) << "COMMIT covers the writes before it";
  EXPECT_TRUE(client.wait(first).ok());
  EXPECT_TRUE(client.wait(second).ok());
  const auto read = client.ask(Operation::read, read_at(file, data.size(), data.size()));
  EXPECT_EQ(read.payload, data);
}

}  // namespace
}  // namespace strait::server
