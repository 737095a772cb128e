// FrameWriter and FrameReader against each other: whatever the cuts, what was pushed arrives.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "base/random.h"
#include "wire/frame_reader.h"
#include "wire/frame_writer.h"
#include "wire/stream_for_test.h"

namespace strait::wire {
namespace {

using Event = FrameReader::Event;

struct Case {
  bool checksums;
  std::size_t chunk;  // bytes that travel at a time; 0: random
};

class FrameStream : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    limits_.segment_size = kSegmentSizeLeast;
    writer_.negotiate(limits_, GetParam().checksums);
    reader_.negotiate(limits_, GetParam().checksums);
  }

  Limits limits_;
  FrameWriter writer_;
  FrameReader reader_;
  SeededRandom random_{7};
};

TEST_P(FrameStream, carries_bodies_and_payloads_of_all_sizes) {
  const std::size_t sizes[] = {0, 1, 7, 100, 4095, 4096, 4097, 8192, 40000, 70000, 200000};
  std::vector<Received> sent;
  for (const std::size_t body : sizes) {
    for (const std::size_t payload : sizes) {
      if (GetParam().chunk == 1 && body + payload > 10000) continue;
      sent.push_back({.request = sent.size(),
                      .body = random_bytes(random_, body),
                      .payload = random_bytes(random_, payload)});
    }
  }
  for (const Received& frame : sent) {
    std::vector<ConstBytes> pieces;
    for (ConstBytes rest = frame.payload; !rest.empty();) {
      const std::size_t size = std::min<std::size_t>(rest.size(), 1 + random_.below(5000));
      pieces.push_back(rest.first(size));
      rest = rest.subspan(size);
    }
    ASSERT_TRUE(writer_.push({.operation = Operation::write,
                              .request = frame.request,
                              .body = frame.body,
                              .payload = std::make_unique<PiecesPayload>(std::move(pieces))}));
  }
  const std::vector<Received> received =
      pump(writer_, reader_, {.chunk = GetParam().chunk, .place_max = 3000, .random = &random_});
  EXPECT_EQ(received, sent);
  EXPECT_TRUE(writer_.empty());
  EXPECT_TRUE(reader_.between_frames());
}

INSTANTIATE_TEST_SUITE_P(Cuts, FrameStream,
                         testing::Values(Case{false, 1}, Case{true, 1}, Case{false, 0},
                                         Case{true, 0}, Case{false, 1 << 20}, Case{true, 1 << 20}),
                         [](const auto& instance) {
                           return std::string(instance.param.checksums ? "sums_" : "plain_") +
                                  std::to_string(instance.param.chunk);
                         });

}  // namespace
}  // namespace strait::wire
