#include "wire/frame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "wire/byte_order.h"
#include "wire/checksum.h"

namespace strait::wire {
namespace {

using testing::HasSubstr;
using Bytes = std::array<std::byte, kHeaderSize>;

const FrameHeader kHeader{.operation = Operation::write,
                          .request = 0x0123456789abcdef,
                          .flags = kFlagChecksums,
                          .body_length = 100,
                          .payload_length = 1 << 20};

Bytes written(const FrameHeader& header) {
  Bytes bytes{};
  write_header(bytes, header);
  return bytes;
}

// Changes a word of the header and makes its checksum right again.
Bytes with_word(Bytes bytes, std::size_t at, std::uint32_t word) {
  store_big(bytes.data() + at, word);
  store_big(bytes.data() + 36, static_cast<std::uint32_t>(checksum(ConstBytes(bytes).first(36))));
  return bytes;
}

std::string refusal(const Bytes& bytes, const Limits& limits = {}) {
  const auto header = parse_header(bytes, limits);
  if (header) return "";
  EXPECT_EQ(header.error().kind, ErrorKind::protocol);
  return header.error().what;
}

TEST(Frame, header_is_read_as_it_was_written) {
  const auto header = parse_header(written(kHeader), Limits());
  ASSERT_TRUE(header);
  EXPECT_EQ(*header, kHeader);
}

TEST(Frame, every_damaged_byte_of_a_header_is_found) {
  for (std::size_t at = 0; at < kHeaderSize; ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      Bytes bytes = written(kHeader);
      bytes[at] ^= static_cast<std::byte>(1 << bit);
      EXPECT_NE(refusal(bytes), "") << "byte " << at << ", bit " << bit;
    }
  }
}

TEST(Frame, another_protocol_is_told_from_damage) {
  Bytes bytes = written(kHeader);
  std::copy_n(bytes_of("GET / HTTP/1.1\r\n").data(), 16, bytes.data());
  EXPECT_THAT(refusal(bytes), HasSubstr("not the Strait protocol"));
}

TEST(Frame, reserved_bits_are_refused) {
  EXPECT_THAT(refusal(with_word(written(kHeader), 16, 8)), HasSubstr("unknown flag"));
  EXPECT_THAT(refusal(with_word(written(kHeader), 32, 1)), HasSubstr("reserved"));
}

TEST(Frame, lengths_are_held_against_the_receivers_limits) {
  EXPECT_EQ(refusal(written(kHeader), {.body_max = 100, .payload_max = 1 << 20}), "");
  EXPECT_THAT(refusal(written(kHeader), {.body_max = 99}), HasSubstr("body of 100 bytes"));
  EXPECT_THAT(refusal(written(kHeader), {.payload_max = 1 << 19}), HasSubstr("payload of"));
}

TEST(Frame, only_replies_come_in_several_frames_and_only_the_last_has_a_body) {
  FrameHeader header = kHeader;
  header.flags = kFlagMore;
  header.body_length = 0;
  EXPECT_NE(refusal(written(header)), "");
  header.flags = kFlagMore | kFlagReply;
  EXPECT_EQ(refusal(written(header)), "");
  header.body_length = 4;
  EXPECT_NE(refusal(written(header)), "");
}

TEST(Frame, an_operation_that_we_do_not_know_is_read) {
  const auto header = parse_header(with_word(written(kHeader), 4, 9999), Limits());
  ASSERT_TRUE(header);
  EXPECT_FALSE(is_known(header->operation));
  EXPECT_EQ(operation_name(header->operation), "unknown");
}

TEST(Limits, those_that_nobody_can_work_with_are_refused) {
  EXPECT_TRUE(check(Limits()));
  EXPECT_EQ(check(Limits{.body_max = 1000}).error().kind, ErrorKind::incompatible);
  EXPECT_FALSE(check(Limits{.payload_max = 0}));
  EXPECT_FALSE(check(Limits{.segment_size = 1}));
  EXPECT_FALSE(check(Limits{.requests_max = 0}));
  EXPECT_FALSE(check(Limits{.extents_max = 0}));
}

}  // namespace
}  // namespace strait::wire
