// The calls of a client against a peer that the test plays: what they ask, and what they make of
// the answers.
#include <gtest/gtest.h>

#include "client/file_call.h"
#include "client/transfer.h"
#include "rpc/client/core.h"
#include "rpc/client/scripted_peer.h"

namespace strait::client {
namespace {

using wire::Durability;
using wire::Operation;

wire::Handle handle_named(unsigned char name) {
  wire::Handle handle{};
  handle[0] = std::byte{name};
  return handle;
}

class CallsTest : public testing::Test {
 protected:
  static rpc::CoreOptions options() {
    rpc::CoreOptions out;
    out.window_requests = 2;
    out.server = "host:7420";
    return out;
  }
  // A transfer of the whole `memory`, in requests of `request_size` bytes.
  std::shared_ptr<Pending> start(bool write, const Region& region, std::uint64_t request_size,
                                 Durability wanted = Durability::written) {
    TransferPlan plan{.write = write,
                      .name = {"host:7420", "data", "x"},
                      .handle = handle_named(1),
                      .wanted = wanted};
    const auto pending = std::make_shared<Pending>(nullptr, std::move(plan), region,
                                                   Memory::dense(memory.data(), length_of(region)));
    auto parts = cut(region, {.request_size = request_size});
    EXPECT_TRUE(parts);
    for (auto& call : pending->calls(std::move(*parts))) core.submit(call, clock.now());
    peer.exchange();
    return pending;
  }
  ViewRange every_other_byte(std::uint64_t length) {
    const layout::Type byte = *layout::Type::elementary(1);
    const layout::Type tile = *layout::Type::resized(0, 2, byte);
    return {.view = std::make_shared<layout::View>(
                *layout::View::create(byte, tile, layout::ViewUse::writing)),
            .length = length};
  }
  // The layout that came with the request at `index`.
  std::size_t layout_size(std::size_t index) {
    return std::get<wire::ViewRange>(peer.args<wire::WriteArgs>(index).target).layout.size();
  }

  std::vector<std::byte> memory = std::vector<std::byte>(100, std::byte{1});
  ManualClock clock;
  SeededRandom random{1};
  SilentLog log;
  rpc::Core core{options(), random, log};
  rpc::ScriptedPeer peer{core, clock};
};

TEST_F(CallsTest, SendsNoPartBehindOneThatFailed) {
  peer.connect();
  const auto write = start(true, Extent{0, 100}, 10);
  ASSERT_EQ(peer.requests.size(), 2U);
  peer.answer_write(0, Durability::written);  // the first; the third goes out
  ASSERT_EQ(peer.requests.size(), 2U);
  peer.refuse(1, error(ErrorKind::io, "of the third"));  // and no fourth
  ASSERT_EQ(peer.requests.size(), 1U);
  EXPECT_FALSE(write->done());
  peer.refuse(0, error(ErrorKind::no_space, "of the second"));
  EXPECT_TRUE(peer.requests.empty());
  ASSERT_TRUE(write->done());
  const auto outcome = write->wait();
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::no_space) << "the first in the file's order";
  EXPECT_NE(outcome.error().what.find("10 bytes before that were written"), std::string::npos)
      << outcome.error().what;
  EXPECT_TRUE(core.idle());
}

TEST_F(CallsTest, AFailureAfterTheAcknowledgementEndsNothingTwice) {
  peer.connect();
  const auto write = start(true, Extent{0, 20}, 10, Durability::received);
  ASSERT_EQ(peer.requests.size(), 2U);
  peer.answer_write(0, Durability::received);
  EXPECT_FALSE(write->done());
  // The server that had received the first part is gone, and the next one refuses it.
  peer.cut();
  peer.process_verifier = 2;
  peer.connect();
  ASSERT_EQ(peer.requests.size(), 2U);
  peer.refuse(0, error(ErrorKind::no_space, "the disk is full"));
  EXPECT_FALSE(write->done()) << "the second part has no answer yet";
  peer.answer_write(0, Durability::written);
  ASSERT_TRUE(write->done());
  EXPECT_TRUE(write->wait()) << "the loss is for the next COMMIT to report";
  EXPECT_TRUE(core.commit_matters(handle_named(1)));
}

TEST_F(CallsTest, ShipsAViewOnceAndAgainWhenTheServerHasForgottenIt) {
  peer.connect();
  start(true, every_other_byte(50), 100);
  ASSERT_EQ(peer.requests.size(), 1U);
  EXPECT_NE(layout_size(0), 0U);
  peer.answer_write(0, Durability::written);
  const auto again = start(true, every_other_byte(50), 100);
  EXPECT_EQ(layout_size(0), 0U);
  peer.refuse(0, error(ErrorKind::unknown_view, "it was pushed out"));
  ASSERT_EQ(peer.requests.size(), 1U);
  EXPECT_NE(layout_size(0), 0U);
  peer.answer_write(0, Durability::written);
  EXPECT_TRUE(again->done() && again->wait());

  // Another connection may lead to another process.
  const auto third = start(true, every_other_byte(50), 100);
  EXPECT_EQ(layout_size(0), 0U);
  peer.cut();
  peer.connect();
  ASSERT_EQ(peer.requests.size(), 1U);
  EXPECT_NE(layout_size(0), 0U);
  peer.answer_write(0, Durability::written);
  EXPECT_TRUE(third->done() && third->wait());
}

TEST_F(CallsTest, GivesUpAServerThatNeverKnowsAView) {
  peer.connect();
  const auto write = start(true, every_other_byte(50), 100);
  for (int asked = 0; !write->done(); ++asked) {
    ASSERT_LT(asked, 10);
    peer.refuse(0, error(ErrorKind::unknown_view, "what view?"));
  }
  EXPECT_EQ(write->wait().error().kind, ErrorKind::unknown_view);
}

using Getattr = FileQuery<wire::GetattrArgs, wire::GetattrResults>;

class StaleHandleTest : public CallsTest {
 protected:
  // A query whose handle turns out to be stale: the LOOKUP waits for its answer.
  std::shared_ptr<Getattr> ask() {
    peer.connect();
    const auto query = std::make_shared<Getattr>(
        rpc::Call::Traits{.operation = Operation::getattr,
                          .footprint = rpc::Footprint::whole(handle_named(1), false)},
        "asking for the attributes of", CallHints{}, wire::GetattrArgs{handle_named(1)},
        RemoteName{"host:7420", "data", "x"}, handle_named(1));
    core.submit(query, clock.now());
    peer.exchange();
    peer.refuse(0, error(ErrorKind::stale, "no such handle"));
    EXPECT_EQ(peer.requests.at(0).header.operation, Operation::lookup);
    EXPECT_FALSE(query->ended());
    return query;
  }
};

TEST_F(StaleHandleTest, GoesOnWhereTheNameStillLeadsToTheFile) {
  const auto query = ask();
  peer.answer(0, peer.head({}), wire::EntryResults{.file = handle_named(1), .attributes = {}});
  ASSERT_EQ(peer.requests.size(), 1U);
  peer.answer(0, peer.head({}), wire::GetattrResults{});
  ASSERT_TRUE(query->ended());
  EXPECT_TRUE(query->take());
}

TEST_F(StaleHandleTest, IsStaleWhereTheNameIsAnotherFileNow) {
  const auto query = ask();
  peer.answer(0, peer.head({}), wire::EntryResults{.file = handle_named(2), .attributes = {}});
  ASSERT_TRUE(query->ended());
  const auto outcome = query->take();
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::stale);
  EXPECT_NE(outcome.error().what.find("another file"), std::string::npos) << outcome.error().what;
  EXPECT_NE(outcome.error().what.find("strait://host:7420/data/x"), std::string::npos);
}

TEST_F(StaleHandleTest, IsStaleWhereTheNameIsGone) {
  const auto query = ask();
  peer.refuse(0, error(ErrorKind::not_found, "nothing there"));
  ASSERT_TRUE(query->ended());
  EXPECT_EQ(query->take().error().kind, ErrorKind::stale);
}

TEST_F(StaleHandleTest, SaysWhatWentWrongWhereTheServerCannotBeAsked) {
  const auto query = ask();
  peer.refuse(0, error(ErrorKind::permission_denied, "not for you"));
  ASSERT_TRUE(query->ended());
  EXPECT_EQ(query->take().error().kind, ErrorKind::permission_denied);
}

}  // namespace
}  // namespace strait::client
