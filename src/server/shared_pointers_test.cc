// Shared file pointers, and accesses at them: once, whatever breaks in between.
#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "server/test_site.h"
#include "wire/byte_order.h"

namespace strait::server {
namespace {

using wire::CounterChange;
using wire::Operation;
using wire::StatusCode;

constexpr std::uint64_t kHost = 7;  // the site's host verifier

wire::Id instance_under(std::uint64_t host, std::uint64_t which = 1) {
  wire::Id id{};
  wire::store_big(id.data(), host);
  wire::store_big(id.data() + sizeof host, which);
  return id;
}

struct SharedPointer : testing::Test {
  TestSite site;
  TestClient client = site.client();
  wire::Handle file = site.create(client, "a");
  wire::Id instance = instance_under(kHost);
  // Pairs of bytes, every other one.
  layout::View view = *layout::View::create(
      *layout::Type::elementary(1),
      *layout::Type::resized(0, 4, *layout::Type::contiguous(2, *layout::Type::elementary(1))),
      layout::ViewUse::writing);
  std::uint64_t number = 0;

  wire::Replay next() {
    ++number;
    return {number, number - 1};
  }
  TestClient::Reply change(CounterChange what, std::int64_t value = 0) {
    return client.ask(Operation::fetch_add,
                      wire::FetchAddArgs{next(), file, instance, what, value});
  }
  std::uint64_t value() { return change(CounterChange::add).as<wire::FetchAddResults>().before; }
  wire::CounterRange here(std::uint64_t length, bool shipped = true) const {
    wire::CounterRange range{.instance = instance, .etype_size = 2};
    range.range.view = view.id();
    if (shipped) range.range.layout = view.form();
    range.range.length = length;
    return range;
  }
  TestClient::Reply write(std::string_view text, const wire::WriteArgs& args) {
    return client.wait(client.send(Operation::write, bytes_of(text), args));
  }
  wire::WriteArgs write_args(std::size_t length, std::uint64_t sequence, bool shipped = true) {
    return {.file = file, .sequence = sequence, .target = here(length, shipped), .replay = next()};
  }
  std::string contents() {
    wire::ReadArgs args{.file = file, .target = wire::ExtentList{{Extent{0, 64}}}};
    std::string text(text_of(client.ask(Operation::read, args).payload));
    for (char& c : text) c = c == '\0' ? '.' : c;
    return text;
  }
  void restart() {
    site.restart();
    client = site.client(2);
  }
};

TEST_F(SharedPointer, IsMadeMovedAndDropped) {
  EXPECT_EQ(change(CounterChange::add, 1).head.status, StatusCode::unknown_counter);
  ASSERT_TRUE(change(CounterChange::create, 10).ok());
  EXPECT_EQ(change(CounterChange::create, 0).head.status, StatusCode::exists);
  EXPECT_EQ(change(CounterChange::add, 5).as<wire::FetchAddResults>().before, 10U);
  EXPECT_EQ(change(CounterChange::add, -3).as<wire::FetchAddResults>().before, 15U);
  EXPECT_EQ(change(CounterChange::set, 100).as<wire::FetchAddResults>().before, 12U);
  EXPECT_EQ(change(CounterChange::drop).as<wire::FetchAddResults>().before, 100U);
  EXPECT_EQ(change(CounterChange::set, 1).head.status, StatusCode::unknown_counter);
}

TEST_F(SharedPointer, StaysWithinWhatAnOffsetCanBe) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(change(CounterChange::create, -1).head.status, StatusCode::invalid_argument);
  ASSERT_TRUE(change(CounterChange::create, 3).ok());
  for (const std::int64_t wrong :
       {std::int64_t{-4}, kMost, std::numeric_limits<std::int64_t>::min()}) {
    EXPECT_EQ(change(CounterChange::add, wrong).head.status, StatusCode::invalid_argument) << wrong;
  }
  EXPECT_EQ(change(CounterChange::set, -1).head.status, StatusCode::invalid_argument);
  EXPECT_TRUE(change(CounterChange::add, kMost - 3).ok());
  EXPECT_EQ(value(), static_cast<std::uint64_t>(kMost));
  EXPECT_EQ(write("ab", write_args(2, 1)).head.status, StatusCode::invalid_argument);
}

TEST_F(SharedPointer, IsNotMadeAnewWhereItMayHaveBeenLost) {
  instance = instance_under(kHost - 1);
  EXPECT_EQ(change(CounterChange::create, 0).head.status, StatusCode::unknown_counter);
}

TEST_F(SharedPointer, AnAccessGoesWhereItPointsAndMovesIt) {
  ASSERT_TRUE(change(CounterChange::create, 1).ok());
  const auto written = write("abcd", write_args(4, 1));
  ASSERT_TRUE(written.ok()) << written.head.message;
  EXPECT_EQ(written.as<wire::WriteResults>().counter, 1U);
  ASSERT_TRUE(write("ef", write_args(2, 2, false)).ok());
  EXPECT_EQ(contents(), "....ab..cd..ef");
  EXPECT_EQ(value(), 4U);
  ASSERT_TRUE(change(CounterChange::set, 2).ok());
  const auto read = client.ask(Operation::read,
                               wire::ReadArgs{.file = file, .target = here(4), .replay = next()});
  EXPECT_EQ(text_of(read.payload), "cdef");
  EXPECT_EQ(read.as<wire::ReadResults>().counter, 2U);
  EXPECT_EQ(value(), 4U);
}

TEST_F(SharedPointer, ARepeatedAccessGoesWhereTheFirstOneWent) {
  ASSERT_TRUE(change(CounterChange::create, 0).ok());
  const wire::WriteArgs args = write_args(2, 1);
  ASSERT_TRUE(write("ab", args).ok());
  wire::WriteArgs again = args;  // by now the server knows the view
  std::get<wire::CounterRange>(again.target).range.layout = {};
  EXPECT_EQ(write("ab", again).as<wire::WriteResults>().counter, 0U);
  restart();
  const auto once_more = write("ab", args);
  ASSERT_TRUE(once_more.ok()) << once_more.head.message;
  EXPECT_EQ(contents(), "ab");
  EXPECT_EQ(value(), 1U) << "moved once, and kept over the restart";
  wire::WriteArgs other = args;
  std::get<wire::CounterRange>(other.target).range.length = 4;
  EXPECT_EQ(write("abcd", other).head.status, StatusCode::invalid_argument);
}

TEST_F(SharedPointer, WhatIsRefusedDoesNotMoveIt) {
  ASSERT_TRUE(change(CounterChange::create, 0).ok());
  EXPECT_EQ(write("ab", write_args(2, 1, false)).head.status, StatusCode::unknown_view);
  EXPECT_EQ(write("abcd", write_args(2, 2)).head.status, StatusCode::invalid_argument);
  EXPECT_EQ(write("abc", write_args(3, 3)).head.status, StatusCode::invalid_argument)
      << "no etypes";
  wire::WriteArgs none = write_args(2, 4);
  std::get<wire::CounterRange>(none.target).etype_size = 0;
  EXPECT_EQ(write("ab", none).head.status, StatusCode::invalid_argument);
  wire::WriteArgs unnumbered = write_args(2, 5);
  unnumbered.replay = {};
  EXPECT_EQ(write("ab", unnumbered).head.status, StatusCode::invalid_argument);
  EXPECT_EQ(value(), 0U);
  EXPECT_EQ(contents(), "");
}

TEST_F(SharedPointer, AJournalThatFailsLeavesItWhereItWas) {
  ASSERT_TRUE(change(CounterChange::create, 5).ok());
  site.journal.fail_after = 0;
  EXPECT_EQ(change(CounterChange::add, 1).head.status, StatusCode::io);
  EXPECT_EQ(write("ab", write_args(2, 1)).head.status, StatusCode::io);
  site.journal.fail_after = -1;
  EXPECT_EQ(value(), 5U);
  EXPECT_EQ(contents(), "");
}

// Those of programs that died must not keep others from having theirs.
TEST(SharedPointers, TheDisusedGoWhereThereIsNoRoom) {
  MemoryJournal journal;
  ReplyCache replies(journal);
  ManualClock clock;
  SharedPointers pointers(replies, clock, kHost);
  std::uint64_t number = 0;
  const auto change = [&](CounterChange what, std::uint64_t which) {
    ++number;
    return pointers.change({.client = {}, .replay = {number, number - 1}, .digest = number},
                           {instance_under(kHost, which), what, 0});
  };
  for (std::uint64_t i = 0; i < SharedPointers::kPointersMax; ++i) {
    ASSERT_TRUE(change(CounterChange::create, i));
  }
  const auto refused = change(CounterChange::create, SharedPointers::kPointersMax);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::exhausted);
  clock.advance(SharedPointers::kDisuseMax);
  ASSERT_TRUE(change(CounterChange::add, 77));
  clock.advance(std::chrono::hours(1));
  ASSERT_TRUE(change(CounterChange::create, SharedPointers::kPointersMax));
  EXPECT_EQ(pointers.size(), 2U);
  EXPECT_EQ(journal.load()->counters.size(), 2U);
  EXPECT_TRUE(change(CounterChange::add, 77));
}

// Its sequence number stays open until it has been answered for good.
TEST_F(SharedPointer, AWriteThatIsPutOffIsNotOver) {
  ASSERT_TRUE(change(CounterChange::create).ok());
  const std::uint64_t answered = number;
  std::uint64_t sequence = 0;
  wire::WriteArgs args;
  TestClient::Reply reply;
  do {
    args = write_args(2, ++sequence);
    args.replay.answered_up_to = answered;  // what the server keeps piles up
    reply = write("ab", args);
  } while (reply.ok());
  ASSERT_EQ(reply.head.status, StatusCode::exhausted);
  EXPECT_EQ(reply.head.retry, wire::RetryCode::later);
  EXPECT_EQ(reply.head.written_up_to, sequence - 1);
  EXPECT_EQ(write("cd", write_at(file, sequence + 1, 0, 2)).head.written_up_to, sequence - 1);
  args.replay.answered_up_to = args.replay.number - 1;
  reply = write("ab", args);
  EXPECT_TRUE(reply.ok()) << reply.head.message;
  EXPECT_EQ(reply.head.written_up_to, sequence + 1);
}

}  // namespace
}  // namespace strait::server
