#include "wire/frame_reader.h"

#include <gtest/gtest.h>

#include <functional>

#include "wire/frame_writer.h"
#include "wire/stream_for_test.h"

namespace strait::wire {
namespace {

using Event = FrameReader::Event;

// The bytes of one frame after the other.
class Recording {
 public:
  explicit Recording(bool checksums = false) {
    limits.segment_size = kSegmentSizeLeast;
    writer_.negotiate(limits, checksums);
    reader.negotiate(limits, checksums);
  }
  void push(OutgoingFrame frame) {
    ASSERT_TRUE(writer_.push(std::move(frame)));
    std::array<ConstBytes, 8> list;
    while (!writer_.empty()) {
      std::size_t size = 0;
      for (const ConstBytes part : std::span(list).first(writer_.buffers(list))) {
        bytes.insert(bytes.end(), part.begin(), part.end());
        size += part.size();
      }
      writer_.advance(size);
    }
  }
  // Gives the reader all that it wants, from `bytes`; returns its next other event.
  Event next() {
    for (;;) {
      const Event event = reader.next();
      if (event != Event::need_bytes || fed_ == bytes.size()) return event;
      feed();
    }
  }
  // One receive, and what happens meanwhile.
  std::size_t feed(const std::function<void()>& meanwhile = [] {}) {
    std::array<MutableBytes, 4> to;
    const std::size_t count = reader.buffers(to);
    const ConstBytes rest = ConstBytes(bytes).subspan(fed_);
    const std::size_t moved =
        transfer(std::span(&rest, 1), std::span(to).first(count), rest.size());
    meanwhile();
    reader.advance(moved);
    fed_ += moved;
    return moved;
  }

  Limits limits;
  std::vector<std::byte> bytes;
  FrameReader reader;

 private:
  FrameWriter writer_;
  std::size_t fed_ = 0;
};

std::vector<std::byte> some(std::size_t size) {
  SeededRandom random(size);
  return random_bytes(random, size);
}

TEST(FrameReader, receives_many_small_frames_at_once) {
  Recording recording;
  for (std::uint64_t i = 0; i < 50; ++i) recording.push({.request = i, .body = some(100)});
  EXPECT_EQ(recording.reader.next(), Event::need_bytes);
  EXPECT_EQ(recording.feed(), recording.bytes.size());
  for (std::uint64_t i = 0; i < 50; ++i) {
    EXPECT_EQ(recording.reader.next(), Event::head);
    EXPECT_EQ(recording.reader.header().request, i);
    EXPECT_EQ(recording.reader.next(), Event::complete);
  }
  EXPECT_EQ(recording.reader.next(), Event::need_bytes);
  EXPECT_TRUE(recording.reader.between_frames());
}

TEST(FrameReader, puts_a_large_payload_where_it_belongs) {
  Recording recording;
  const std::vector<std::byte> payload = some(1 << 20);
  recording.push({.request = 1, .payload = std::make_unique<BorrowedPayload>(payload)});
  EXPECT_EQ(recording.next(), Event::head);
  std::vector<std::byte> memory(payload.size());
  recording.reader.place(memory);
  EXPECT_EQ(recording.reader.next(), Event::need_bytes);
  std::array<MutableBytes, 4> list;
  ASSERT_EQ(recording.reader.buffers(list), 2u);
  // Only what the read-ahead buffer had caught was copied.
  EXPECT_EQ(list[0].data() + list[0].size(), memory.data() + memory.size());
  EXPECT_GT(list[0].size(), memory.size() - FrameReader::kReadAhead);
  EXPECT_EQ(recording.next(), Event::complete);
  EXPECT_EQ(memory, payload);
}

TEST(FrameReader, receives_nothing_more_while_no_memory_is_placed) {
  Recording recording;
  recording.push({.payload = std::make_unique<OwnedPayload<std::vector<std::byte>>>(some(100))});
  EXPECT_EQ(recording.next(), Event::head);
  EXPECT_EQ(recording.reader.unplaced(), 100u);
  EXPECT_EQ(recording.reader.next(), Event::need_memory);
  std::array<MutableBytes, 4> list;
  EXPECT_EQ(recording.reader.buffers(list), 0u);
  EXPECT_EQ(recording.reader.next(), Event::need_memory);
}

TEST(FrameReader, says_how_much_is_intact_before_the_rest_is_there) {
  Recording recording(true);
  const std::vector<std::byte> payload = some(3 * kSegmentSizeLeast);
  recording.push({.payload = std::make_unique<BorrowedPayload>(payload)});
  recording.bytes.resize(kHeaderSize + 2 * kSegmentSizeLeast + kChecksumSize);
  EXPECT_EQ(recording.next(), Event::head);
  std::vector<std::byte> memory(payload.size());
  recording.reader.place(memory);
  EXPECT_EQ(recording.next(), Event::need_bytes);
  EXPECT_EQ(recording.reader.verified(), kSegmentSizeLeast);  // the second one lacks its checksum
}

TEST(FrameReader, forgets_a_discarded_payload_and_goes_on) {
  for (const bool checksums : {false, true}) {
    Recording recording(checksums);
    const std::vector<std::byte> payload = some(100000);
    recording.push({.request = 1, .payload = std::make_unique<BorrowedPayload>(payload)});
    recording.push({.request = 2, .body = some(8)});
    EXPECT_EQ(recording.next(), Event::head);
    recording.reader.discard();
    EXPECT_EQ(recording.next(), Event::complete);
    EXPECT_EQ(recording.next(), Event::head);
    EXPECT_EQ(recording.reader.header().request, 2u);
  }
}

TEST(FrameReader, can_discard_while_a_receive_is_under_way) {
  for (const bool checksums : {false, true}) {
    Recording recording(checksums);
    const std::vector<std::byte> payload = some(100000);
    recording.push({.request = 1, .payload = std::make_unique<BorrowedPayload>(payload)});
    recording.push({.request = 2, .body = some(8)});
    EXPECT_EQ(recording.next(), Event::head);
    std::vector<std::byte> memory(payload.size());
    recording.reader.place(memory);
    EXPECT_EQ(recording.reader.next(), Event::need_bytes);
    EXPECT_GT(recording.feed([&] { recording.reader.discard(); }), 0u);
    EXPECT_EQ(recording.next(), Event::complete);
    EXPECT_EQ(recording.next(), Event::head);
    EXPECT_EQ(recording.reader.header().request, 2u);
  }
}

TEST(FrameReader, memory_beyond_the_payload_is_left_alone) {
  Recording recording;
  recording.push({.payload = std::make_unique<OwnedPayload<std::vector<std::byte>>>(some(10))});
  EXPECT_EQ(recording.next(), Event::head);
  std::vector<std::byte> memory(20, std::byte{0x55});
  recording.reader.place(memory);
  EXPECT_EQ(recording.next(), Event::complete);
  EXPECT_EQ(memory[10], std::byte{0x55});
}

// Room for a body grows with what arrives, not with what is claimed.
TEST(FrameReader, a_claimed_body_takes_little_memory) {
  Recording recording;
  recording.push({.body = some(8 << 20)});
  recording.bytes.resize(kHeaderSize);
  EXPECT_EQ(recording.next(), Event::need_bytes);
  std::array<MutableBytes, 4> list;
  ASSERT_EQ(recording.reader.buffers(list), 1u);
  EXPECT_LE(list[0].size(), std::size_t{64} << 10);
}

TEST(FrameReader, every_damaged_byte_of_a_frame_is_found) {
  Recording recording(true);
  recording.push({.operation = Operation::write,
                  .request = 3,
                  .body = some(57),
                  .payload = std::make_unique<OwnedPayload<std::vector<std::byte>>>(some(5000))});
  for (std::size_t at = 0; at < recording.bytes.size(); ++at) {
    Recording damaged(true);
    damaged.bytes = recording.bytes;
    damaged.bytes[at] ^= std::byte{0x10};
    Consumer consumer(damaged.reader, {});
    bool well = true;
    for (ConstBytes rest = damaged.bytes; (well = consumer.consume()) && !rest.empty();) {
      std::array<MutableBytes, 4> to;
      const std::size_t count = damaged.reader.buffers(to);
      const std::size_t moved =
          transfer(std::span(&rest, 1), std::span(to).first(count), rest.size());
      damaged.reader.advance(moved);
      rest = rest.subspan(moved);
    }
    EXPECT_FALSE(well) << "byte " << at;
    EXPECT_EQ(consumer.complete, 0u);
    EXPECT_EQ(damaged.reader.error().kind, ErrorKind::protocol);
    EXPECT_EQ(damaged.reader.next(), Event::failed);  // and stays so
  }
}

TEST(FrameReader, takes_before_hello_only_small_bodies_and_no_payload) {
  Recording recording;
  recording.push({.operation = Operation::hello, .body = some(kBodyMaxLeast + 4)});
  recording.reader = FrameReader();
  EXPECT_EQ(recording.next(), Event::failed);
  Recording with_payload;
  with_payload.push({.payload = std::make_unique<OwnedPayload<std::vector<std::byte>>>(some(10))});
  with_payload.reader = FrameReader();
  EXPECT_EQ(with_payload.next(), Event::failed);
}

// Limits, client and epoch rest on nothing else.
TEST(FrameReader, finds_every_damaged_byte_of_a_hello_whatever_is_agreed) {
  Recording recording(false);
  recording.push({.operation = Operation::hello, .request = 1, .body = some(60)});
  ASSERT_EQ(recording.bytes.size(), kHeaderSize + 60 + kChecksumSize);
  const std::vector<std::byte> bytes = recording.bytes;
  EXPECT_EQ(recording.next(), Event::head);
  EXPECT_EQ(recording.reader.body().size(), 60u);
  EXPECT_EQ(recording.next(), Event::complete);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    Recording damaged(false);
    damaged.reader = FrameReader();
    damaged.bytes = bytes;
    damaged.bytes[at] ^= std::byte{0x10};
    EXPECT_EQ(damaged.next(), Event::failed) << "byte " << at;
    if (at < 4) continue;  // not our protocol at all
    EXPECT_EQ(damaged.reader.error().retry, Retry::reconnect) << "byte " << at;
    EXPECT_EQ(damaged.reader.header().request, at < kHeaderSize ? 0u : 1u) << "byte " << at;
  }
}

TEST(FrameReader, refuses_a_hello_without_a_checksum) {
  const std::vector<std::byte> body = some(60);
  Recording recording(false);
  recording.bytes.resize(kHeaderSize);
  write_header(
      std::span<std::byte, kHeaderSize>(recording.bytes),
      {.operation = Operation::hello, .request = 1, .body_length = 60, .payload_length = 0});
  recording.bytes.insert(recording.bytes.end(), body.begin(), body.end());
  EXPECT_EQ(recording.next(), Event::failed);
  EXPECT_EQ(recording.reader.error().what, "bad frame: HELLO without checksums, against the rule");
}

TEST(FrameReader, insists_on_what_was_agreed_about_checksums) {
  Recording with(true);
  with.push({.body = some(8)});
  with.reader.negotiate(with.limits, false);
  EXPECT_EQ(with.next(), Event::failed);
  Recording without(false);
  without.push({.body = some(8)});
  without.reader.negotiate(without.limits, true);
  EXPECT_EQ(without.next(), Event::failed);
}

TEST(FrameReader, gives_the_body_away) {
  Recording recording;
  recording.push({.request = 1, .body = some(100)});
  recording.push({.request = 2, .body = some(50)});
  EXPECT_EQ(recording.next(), Event::head);
  EXPECT_EQ(recording.reader.take_body(), some(100));
  EXPECT_EQ(recording.next(), Event::complete);
  EXPECT_EQ(recording.next(), Event::head);
  EXPECT_EQ(recording.reader.take_body(), some(50));
}

}  // namespace
}  // namespace strait::wire
