// Carries what a FrameWriter has to send to a FrameReader, cut into pieces as a network might.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "base/random.h"
#include "wire/frame_reader.h"
#include "wire/frame_writer.h"

namespace strait::wire {

struct Received {
  std::uint64_t request = 0;
  std::vector<std::byte> body;
  std::vector<std::byte> payload;
  friend bool operator==(const Received&, const Received&) = default;
};

inline std::vector<std::byte> random_bytes(Random& random, std::size_t size) {
  std::vector<std::byte> bytes(size);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.next());
  return bytes;
}

struct Pumping {
  std::size_t chunk = 0;      // bytes that travel at a time; 0: random
  std::size_t place_max = 0;  // memory is placed in pieces of up to that many bytes; 0: all at once
  Random* random = nullptr;
};

// Takes all events until the reader wants bytes or has failed.
class Consumer {
 public:
  Consumer(FrameReader& reader, const Pumping& how) : reader_(reader), how_(how) {}

  // False after `failed`.
  bool consume() {
    for (;;) {
      switch (reader_.next()) {
        case FrameReader::Event::need_bytes:
          return true;
        case FrameReader::Event::failed:
          return false;
        case FrameReader::Event::head: {
          const ConstBytes body = reader_.body();
          frames.push_back({.request = reader_.header().request,
                            .body = {body.begin(), body.end()},
                            .payload = {}});
          frames.back().payload.resize(reader_.header().payload_length);
          placed_ = 0;
          break;
        }
        case FrameReader::Event::need_memory: {
          const MutableBytes rest = MutableBytes(frames.back().payload).subspan(placed_);
          std::size_t size = rest.size();
          if (how_.place_max != 0) {
            size = std::min<std::size_t>(size, 1 + how_.random->below(how_.place_max));
          }
          const MutableBytes both[] = {rest.first(size / 2),
                                       rest.subspan(size / 2, size - size / 2)};
          reader_.place(both);
          placed_ += size;
          break;
        }
        case FrameReader::Event::complete:
          EXPECT_EQ(reader_.verified(), reader_.header().payload_length);
          ++complete;
          break;
      }
    }
  }

  std::vector<Received> frames;
  std::size_t complete = 0;

 private:
  FrameReader& reader_;
  Pumping how_;
  std::size_t placed_ = 0;
};

// Copies from one list of memory to another; returns how many bytes.
inline std::size_t transfer(std::span<const ConstBytes> from, std::span<const MutableBytes> to,
                            std::size_t bytes_max) {
  std::size_t moved = 0;
  std::size_t in = 0, in_at = 0, out = 0, out_at = 0;
  while (moved < bytes_max && in < from.size() && out < to.size()) {
    const std::size_t step =
        std::min({from[in].size() - in_at, to[out].size() - out_at, bytes_max - moved});
    if (step != 0) std::memcpy(to[out].data() + out_at, from[in].data() + in_at, step);
    moved += step, in_at += step, out_at += step;
    if (in_at == from[in].size()) ++in, in_at = 0;
    if (out_at == to[out].size()) ++out, out_at = 0;
  }
  return moved;
}

// Until the writer has nothing left, or the reader fails. Returns the frames that were complete.
inline std::vector<Received> pump(FrameWriter& writer, FrameReader& reader, const Pumping& how) {
  Consumer consumer(reader, how);
  std::array<ConstBytes, 8> out;
  std::array<MutableBytes, 8> in;
  while (consumer.consume() && !writer.empty()) {
    const std::size_t out_count = writer.buffers(out);
    const std::size_t in_count = reader.buffers(in);
    EXPECT_NE(out_count, 0u);
    EXPECT_NE(in_count, 0u);
    const std::size_t chunk = how.chunk != 0 ? how.chunk : 1 + how.random->below(20000);
    const std::size_t moved =
        transfer(std::span(out).first(out_count), std::span(in).first(in_count), chunk);
    EXPECT_NE(moved, 0u);
    writer.advance(moved);
    reader.advance(moved);
  }
  consumer.frames.resize(consumer.complete);
  return std::move(consumer.frames);
}

}  // namespace strait::wire
