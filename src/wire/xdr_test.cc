#include "wire/xdr.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "wire/messages.h"

namespace strait::wire {
namespace {

using testing::HasSubstr;

template <class Message>
std::string refusal(ConstBytes bytes) {
  const auto message = decode<Message>(bytes);
  if (message) return "";
  EXPECT_EQ(message.error().kind, ErrorKind::protocol);
  return message.error().what;
}

std::vector<std::byte> words(std::initializer_list<std::uint32_t> words) {
  std::vector<std::byte> bytes(4 * words.size());
  std::byte* at = bytes.data();
  for (const std::uint32_t word : words) store_big(std::exchange(at, at + 4), word);
  return bytes;
}

TEST(Xdr, a_body_is_a_head_and_what_belongs_to_the_operation) {
  RequestHead head{.operation_id = 7, .rank = 3};
  head.hints.push_back({"key", "value"});
  const ReadArgs args{.target = ExtentList{{{1, 2}, {3, 4}}}};
  const auto body = encode(head, args);
  ASSERT_TRUE(body);
  EXPECT_GE(body->capacity(), body->size() + kRoomBehindBody);
  XdrDecoder decoder(*body);
  const auto head_again = decoder.take<RequestHead>();
  const auto args_again = decoder.take<ReadArgs>();
  ASSERT_TRUE(decoder.finish());
  EXPECT_EQ(head_again->hints.at(0).value, "value");
  EXPECT_EQ(std::get<ExtentList>(args_again->target).extents.at(1), (Extent{3, 4}));
}

TEST(Xdr, a_layout_is_a_view_into_the_body) {
  const ViewRange range{.layout = bytes_of("layout"), .length = 1};
  const auto body = encode(ReadArgs{.target = range});
  const auto args = decode<ReadArgs>(*body);
  const ConstBytes layout = std::get<ViewRange>(args->target).layout;
  EXPECT_EQ(text_of(layout), "layout");
  EXPECT_GE(layout.data(), body->data());
  EXPECT_LE(layout.data() + layout.size(), body->data() + body->size());
}

TEST(Xdr, what_is_longer_than_its_limit_is_not_written) {
  EXPECT_TRUE(encode(PathName{"data", std::string(kPathMaxBytes, 'x')}));
  const auto path = encode(PathName{"data", std::string(kPathMaxBytes + 1, 'x')});
  ASSERT_FALSE(path);
  EXPECT_EQ(path.error().kind, ErrorKind::invalid_argument);
  RequestHead head;
  head.hints.resize(kHintsMax + 1);
  EXPECT_FALSE(encode(head));
  EXPECT_FALSE(encode(PrefetchArgs{.target = ExtentList{std::vector<Extent>(kExtentsMax + 1)}}));
}

TEST(Xdr, what_is_longer_than_its_limit_is_not_read) {
  EXPECT_THAT(refusal<ReadlinkResults>(words({kPathMaxBytes + 1})), HasSubstr("limit"));
  EXPECT_THAT(refusal<ReaddirResults>(words({kEntriesMax + 1})), HasSubstr("limit"));
  EXPECT_THAT(refusal<ExtentList>(words({kExtentsMax + 1})), HasSubstr("limit"));
}

// The count is within its limit; the memory for it is not taken on the peer's word.
TEST(Xdr, a_count_is_held_against_the_bytes_that_are_there) {
  EXPECT_THAT(refusal<ReaddirResults>(words({kEntriesMax, 0, 0, 0})), HasSubstr("too early"));
  EXPECT_THAT(refusal<ExtentList>(words({2, 0, 0, 0, 0, 0, 0, 0})), HasSubstr("too early"));
}

TEST(Xdr, there_is_one_way_to_write_a_value) {
  EXPECT_THAT(refusal<ReadResults>(words({0, 0, 2, 0, 0})), HasSubstr("boolean"));
  EXPECT_THAT(refusal<WriteResults>(words({0, 0, 0, 0, 0})), HasSubstr("enumeration"));
  EXPECT_THAT(refusal<WriteResults>(words({0, 0, 4, 0, 0})), HasSubstr("enumeration"));
  EXPECT_THAT(refusal<ReadlinkResults>(words({1, 0x61000001})), HasSubstr("padding"));
  EXPECT_THAT(refusal<ReadlinkResults>(words({3, 0x61006200})), HasSubstr("zero byte"));
  EXPECT_THAT(refusal<CancelArgs>(words({0, 0, 0})), HasSubstr("4 bytes are left over"));
  EXPECT_THAT(refusal<LookupArgs>(words({2})), HasSubstr("unknown arm"));
}

TEST(Xdr, an_identifier_is_absent_or_whole) {
  RemoveArgs args;
  EXPECT_FALSE(decode<RemoveArgs>(*encode(args))->expected);
  args.expected.emplace().fill(std::byte{7});
  const auto body = encode(args);
  EXPECT_EQ(decode<RemoveArgs>(*body)->expected, args.expected);
  // The same, with the last word cut off from the handle.
  std::vector<std::byte> part(body->begin(), body->end() - 4);
  store_big(part.data() + part.size() - 32, std::uint32_t{28});
  EXPECT_THAT(refusal<RemoveArgs>(part), HasSubstr("neither empty nor whole"));
}

TEST(Status, errors_keep_their_kind_across_the_wire) {
  for (int i = 0; i <= static_cast<int>(ErrorKind::internal); ++i) {
    const auto kind = static_cast<ErrorKind>(i);
    const ErrorKind arrived = kind_of(status_code_of(kind));
    if (kind == ErrorKind::would_block) {
      EXPECT_EQ(arrived, ErrorKind::busy);
    } else if (kind == ErrorKind::end_of_stream) {
      EXPECT_EQ(arrived, ErrorKind::unavailable);
    } else {
      EXPECT_EQ(arrived, kind) << name_of(kind);
    }
  }
}

TEST(Status, an_error_travels_in_a_reply_head) {
  const Error sent{ErrorKind::no_space, Retry::later, 28, "writing data/x"};
  ReplyHead head;
  set_error(head, sent);
  const auto arrived = decode<ReplyHead>(*encode(head));
  ASSERT_TRUE(arrived);
  const Error error = error_of(*arrived);
  EXPECT_EQ(error.kind, sent.kind);
  EXPECT_EQ(error.retry, sent.retry);
  EXPECT_EQ(error.os_errno, 28);
  EXPECT_EQ(error.what, sent.what);
}

TEST(Status, a_long_message_loses_its_end_between_characters) {
  ReplyHead head;
  set_error(head, {.what = std::string(kMessageMaxBytes - 1, 'x') + "ü"});
  EXPECT_EQ(head.message, std::string(kMessageMaxBytes - 1, 'x'));
  EXPECT_TRUE(encode(head));
}

}  // namespace
}  // namespace strait::wire
