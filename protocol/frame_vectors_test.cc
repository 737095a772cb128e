// Our FrameWriter and FrameReader against vectors/frames.json.
#include <gtest/gtest.h>

#include "vectors.h"
#include "wire/frame_reader.h"
#include "wire/frame_writer.h"

namespace strait::protocol {
namespace {

using Event = wire::FrameReader::Event;

struct FrameVector {
  std::string name;
  wire::FrameHeader header;
  wire::Limits limits;
  std::vector<std::byte> body;
  std::vector<std::byte> payload;
  std::vector<std::byte> bytes;
};

FrameVector read_frame(Json& json) {
  FrameVector frame;
  json.key("name");
  frame.name = json.text();
  json.key("operation");
  frame.header.operation = static_cast<wire::Operation>(json.number<std::uint32_t>());
  json.key("request");
  frame.header.request = json.number<std::uint64_t>();
  json.key("flags");
  frame.header.flags = json.number<std::uint32_t>();
  json.key("segment_size");
  frame.limits.segment_size = json.number<std::uint32_t>();
  json.key("body");
  frame.body = json.bytes();
  frame.header.body_length = static_cast<std::uint32_t>(frame.body.size());
  json.key("payload_size");
  frame.header.payload_length = json.number<std::uint64_t>();
  for (std::size_t i = 0; i < frame.header.payload_length; ++i) {
    frame.payload.push_back(static_cast<std::byte>(i * 7 + 3));
  }
  json.key("hex");
  frame.bytes = json.bytes();
  return frame;
}

std::vector<FrameVector> frame_vectors() {
  Json json = read_json(std::filesystem::path(STRAIT_VECTORS) / "frames.json");
  std::vector<FrameVector> frames;
  json.expect('[');
  while (json.take('{')) {
    frames.push_back(read_frame(json));
    json.expect('}');
  }
  return frames;
}

TEST(FrameVectors, are_what_we_write) {
  for (const FrameVector& frame : frame_vectors()) {
    wire::FrameWriter writer;
    writer.negotiate(frame.limits, frame.header.checksums());
    ASSERT_TRUE(writer.push({.operation = frame.header.operation,
                             .request = frame.header.request,
                             .reply = frame.header.reply(),
                             .more = frame.header.more(),
                             .body = frame.body,
                             .payload = std::make_unique<wire::BorrowedPayload>(frame.payload)}));
    std::vector<std::byte> bytes;
    std::array<ConstBytes, 4> list;
    while (!writer.empty()) {
      std::size_t size = 0;
      for (const ConstBytes part : std::span(list).first(writer.buffers(list))) {
        bytes.insert(bytes.end(), part.begin(), part.end());
        size += part.size();
      }
      writer.advance(size);
    }
    EXPECT_EQ(bytes, frame.bytes) << frame.name;
  }
}

TEST(FrameVectors, are_read) {
  for (const FrameVector& frame : frame_vectors()) {
    wire::FrameReader reader;
    reader.negotiate(frame.limits, frame.header.checksums());
    std::vector<std::byte> payload(frame.payload.size());
    std::vector<std::byte> body;
    ConstBytes rest = frame.bytes;
    for (Event event = reader.next(); event != Event::complete; event = reader.next()) {
      ASSERT_NE(event, Event::failed) << frame.name << ": " << reader.error().what;
      if (event == Event::head) {
        EXPECT_EQ(reader.header(), frame.header) << frame.name;
        body = reader.take_body();
        reader.place(payload);
      } else if (event == Event::need_bytes) {
        ASSERT_FALSE(rest.empty()) << frame.name;
        std::array<MutableBytes, 2> list;
        ASSERT_NE(reader.buffers(list), 0u);
        const ConstBytes part = rest.first(std::min(rest.size(), list[0].size()));
        std::copy(part.begin(), part.end(), list[0].begin());
        reader.advance(part.size());
        rest = rest.subspan(part.size());
      }
    }
    EXPECT_TRUE(rest.empty() && reader.between_frames()) << frame.name;
    EXPECT_EQ(body, frame.body) << frame.name;
    EXPECT_EQ(payload, frame.payload) << frame.name;
  }
}

}  // namespace
}  // namespace strait::protocol
