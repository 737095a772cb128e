// For tests: whole frames out of a FrameReader, each with its payload in memory of its own.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "wire/frame_reader.h"

namespace strait::wire {

struct CollectedFrame {
  FrameHeader header;
  std::vector<std::byte> body;
  std::vector<std::byte> payload;
};

class FrameCollector {
 public:
  // The next whole frame; nothing where the reader wants bytes or has failed. One at a time, so
  // that what a frame settles is in force for the next.
  std::optional<CollectedFrame> next(FrameReader& reader) {
    for (;;) {
      switch (reader.next()) {
        case FrameReader::Event::head:
          payload_.resize(reader.header().payload_length);
          if (!payload_.empty()) reader.place(MutableBytes(payload_));
          break;
        case FrameReader::Event::complete:
          return CollectedFrame{reader.header(),
                                {reader.body().begin(), reader.body().end()},
                                std::exchange(payload_, {})};
        default:
          return std::nullopt;
      }
    }
  }

 private:
  std::vector<std::byte> payload_;
};

// Gives the reader as many of the bytes as it takes at a time; how many. 0: it has failed.
inline std::size_t feed(FrameReader& reader, ConstBytes bytes) {
  std::array<MutableBytes, 8> room;
  const std::size_t count = reader.buffers(room);
  std::size_t moved = 0;
  for (const MutableBytes span : std::span(room).first(count)) {
    const std::size_t n = std::min(span.size(), bytes.size() - moved);
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(moved), n, span.begin());
    moved += n;
  }
  if (count != 0) reader.advance(moved);
  return moved;
}

}  // namespace strait::wire
