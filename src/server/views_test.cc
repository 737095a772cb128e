// Accesses through file views: shipped, known, unknown, awaited, and false ones.
#include <gtest/gtest.h>

#include "server/target.h"
#include "server/test_site.h"

namespace strait::server {
namespace {

using wire::Operation;
using wire::StatusCode;

// 8 of every 16 bytes.
layout::View every_other(std::uint64_t length = 8) {
  const auto byte = *layout::Type::elementary(1);
  const auto block = *layout::Type::contiguous(length, byte);
  const auto tile = *layout::Type::resized(0, static_cast<std::int64_t>(2 * length), block);
  return *layout::View::create(byte, tile, layout::ViewUse::writing);
}

wire::ViewRange range_of(const layout::View& view, std::uint64_t length, bool shipped,
                         bool peer_ships = false) {
  wire::ViewRange range;
  range.view = view.id();
  if (shipped) range.layout = view.form();
  range.peer_ships = peer_ships;
  range.length = length;
  return range;
}

struct Views : testing::Test {
  TestSite site;
  TestClient client = site.client();
  wire::Handle file = site.create(client, "a");
  layout::View view = every_other();

  wire::WriteArgs write(std::uint64_t sequence, wire::ViewRange range) {
    wire::WriteArgs args = write_at(file, sequence, 0, 0);
    args.target = range;
    return args;
  }
};

TEST_F(Views, AShippedViewIsKnownFromThenOnToEverybody) {
  const auto data = pattern(4000);
  ASSERT_TRUE(
      client.wait(client.send(Operation::write, data, write(1, range_of(view, data.size(), true))))
          .ok());
  TestClient other = site.client(1, 2);
  wire::ReadArgs read{.file = file, .target = range_of(view, data.size(), false)};
  const auto reply = other.ask(Operation::read, read);
  ASSERT_TRUE(reply.ok()) << reply.head.message;
  EXPECT_EQ(reply.payload, data);
  const auto whole = client.ask(Operation::read, read_at(file, 0, 8000));
  EXPECT_EQ(whole.payload.size(), 7992U) << "the file ends with the last piece";
  EXPECT_TRUE(std::equal(data.begin() + 8, data.begin() + 16, whole.payload.begin() + 16));
}

TEST_F(Views, ALargeWriteOfSmallPiecesGoesThroughInChunks) {
  const auto data = pattern((2 << 20) + 40);
  ASSERT_TRUE(
      client.wait(client.send(Operation::write, data, write(1, range_of(view, data.size(), true))))
          .ok());
  wire::ReadArgs read{.file = file, .target = range_of(view, data.size(), false)};
  EXPECT_EQ(client.ask(Operation::read, read).payload, data);
}

TEST_F(Views, AnUnknownViewIsAskedFor) {
  const auto data = pattern(4000);
  const auto reply =
      client.wait(client.send(Operation::write, data, write(1, range_of(view, 4000, false))));
  EXPECT_EQ(reply.head.status, StatusCode::unknown_view);
  EXPECT_EQ(reply.head.written_up_to, 0U);
  const auto again =
      client.wait(client.send(Operation::write, data, write(1, range_of(view, 4000, true))));
  EXPECT_TRUE(again.ok());
  EXPECT_EQ(again.head.written_up_to, 1U);
}

TEST_F(Views, ARequestWaitsForTheRankThatBringsTheView) {
  const auto data = pattern(4000);
  const auto waiting =
      client.send(Operation::write, data, write(1, range_of(view, data.size(), false, true)));
  TestClient other = site.client(1, 2);
  EXPECT_FALSE(client.answered(waiting));
  wire::ReadArgs read{.file = file, .target = range_of(view, 8, true)};
  ASSERT_TRUE(other.ask(Operation::read, read).ok());
  const auto reply = client.wait(waiting);
  EXPECT_TRUE(reply.ok()) << reply.head.message;
  EXPECT_LT(site.simulation.clock().now(), Instant{} + TargetResolver::kViewTime);
}

TEST_F(Views, ButNotForEver) {
  const auto data = pattern(4000);
  const auto reply = client.wait(
      client.send(Operation::write, data, write(1, range_of(view, data.size(), false, true))));
  EXPECT_EQ(reply.head.status, StatusCode::unknown_view);
  EXPECT_TRUE(client.ask(Operation::null).ok());
}

TEST_F(Views, WhoWaitsNoLongerIsForgotten) {
  const ViewCache& views = site.server->core().views;
  const auto data = pattern(4000);
  const auto waiting =
      client.send(Operation::write, data, write(1, range_of(view, data.size(), false, true)));
  const auto next = client.send(Operation::null, {});
  std::vector<std::unique_ptr<TestClient>> others;
  for (std::uint8_t i = 0; i < 10; ++i) {
    others.push_back(
        std::make_unique<TestClient>(site.client(1, static_cast<std::uint8_t>(i + 2))));
    const auto own = every_other(16U + i);
    others.back()->send(Operation::read, {},
                        wire::ReadArgs{.file = file, .target = range_of(own, 8, false, true)});
  }
  site.settle();
  EXPECT_EQ(views.waiting(), 11U);
  EXPECT_FALSE(client.answered(next)) << "one request of a connection waits at a time";
  others.clear();
  EXPECT_EQ(client.wait(waiting).head.status, StatusCode::unknown_view);
  site.settle();
  EXPECT_EQ(views.waiting(), 0U);
  EXPECT_TRUE(client.wait(next).ok());
}

TEST_F(Views, FalseLayoutsAreRefused) {
  auto lie = range_of(view, 8, true);
  lie.view[3] ^= std::byte{1};
  EXPECT_EQ(client.wait(client.send(Operation::write, pattern(8), write(1, lie))).head.status,
            StatusCode::protocol);
  const auto garbage = pattern(100);
  wire::ViewRange noise;
  noise.view = layout::view_id(garbage);
  noise.layout = garbage;
  noise.length = 8;
  EXPECT_EQ(client.wait(client.send(Operation::write, pattern(8), write(2, noise))).head.status,
            StatusCode::protocol);
  EXPECT_TRUE(client.ask(Operation::null).ok());
}

TEST_F(Views, AViewThatOverlapsItselfIsForReadingOnly) {
  const layout::Type row = *layout::Type::elementary(8);
  const auto twice = layout::View::create(
      *layout::Type::elementary(1), *layout::Type::resized(0, 4, row), layout::ViewUse::reading);
  ASSERT_TRUE(twice);
  const auto reply =
      client.wait(client.send(Operation::write, pattern(80), write(1, range_of(*twice, 80, true))));
  EXPECT_EQ(reply.head.status, StatusCode::invalid_argument) << reply.head.message;
  wire::ReadArgs read{.file = file, .target = range_of(*twice, 80, false)};
  EXPECT_TRUE(client.ask(Operation::read, read).ok());
}

TEST_F(Views, RangesBeyondWhatFilesCanHaveAreRefused) {
  for (const auto& [displacement, offset, length] :
       {std::tuple{UINT64_MAX, 0UL, 8UL},
        {0UL, UINT64_MAX - 3, 8UL},
        {static_cast<std::uint64_t>(INT64_MAX) - 4, 0UL, 8UL},
        {0UL, static_cast<std::uint64_t>(INT64_MAX) - 8, 8UL}}) {
    auto range = range_of(view, length, true);
    range.displacement = displacement;
    range.offset = offset;
    const auto reply = client.wait(client.send(Operation::write, pattern(8), write(1, range)));
    EXPECT_EQ(reply.head.status, StatusCode::file_too_large) << reply.head.message;
  }
}

TEST(ViewCache, ForgetsTheLeastRecentlyUsed) {
  ViewCache cache(3000);
  std::vector<layout::View> views;
  for (std::uint64_t i = 1; i <= 20; ++i) {
    views.push_back(every_other(i));
    ASSERT_TRUE(cache.insert(views.back().id(), views.back().form()));
    EXPECT_TRUE(cache.find(views.front().id()));
    EXPECT_LE(cache.bytes(), 3000U);
  }
  EXPECT_FALSE(cache.find(views[5].id()));
  EXPECT_TRUE(cache.find(views.back().id()));
}

}  // namespace
}  // namespace strait::server
