#include "wire/frame_writer.h"

#include <gtest/gtest.h>

namespace strait::wire {
namespace {

// A payload that tells when it is destroyed.
class Watched final : public PayloadSource {
 public:
  Watched(ConstBytes bytes, int& destroyed) : view_(bytes), destroyed_(destroyed) {}
  ~Watched() override { ++destroyed_; }
  std::uint64_t size() const override { return view_.size(); }
  std::size_t gather(std::uint64_t offset, std::uint64_t bytes_max,
                     std::span<ConstBytes> out) override {
    return view_.gather(offset, bytes_max, out);
  }

 private:
  BorrowedPayload view_;
  int& destroyed_;
};

class FrameWriterTest : public testing::Test {
 protected:
  void SetUp() override { writer_.negotiate(Limits(), false); }
  void push(std::uint64_t request, std::size_t payload = 0) {
    ASSERT_TRUE(writer_.push(
        {.request = request,
         .body = std::vector<std::byte>(12),
         .payload = payload == 0 ? nullptr
                                 : std::make_unique<Watched>(ConstBytes(memory_).first(payload),
                                                             destroyed_)}));
  }
  std::size_t listed() {
    std::size_t size = 0;
    for (const ConstBytes part : std::span(list_).first(writer_.buffers(list_))) {
      size += part.size();
    }
    return size;
  }

  FrameWriter writer_;
  std::vector<std::byte> memory_ = std::vector<std::byte>(4 << 20);
  std::array<ConstBytes, 16> list_;
  int destroyed_ = 0;
};

constexpr std::size_t kHeadSize = kHeaderSize + 12;

TEST_F(FrameWriterTest, sends_small_frames_together) {
  for (std::uint64_t i = 0; i < 5; ++i) push(i, 8);
  EXPECT_EQ(listed(), 5 * (kHeadSize + 8));
  writer_.advance(listed());
  EXPECT_TRUE(writer_.empty());
  EXPECT_EQ(destroyed_, 5);
}

TEST_F(FrameWriterTest, hands_out_the_callers_own_memory) {
  push(1, memory_.size());
  EXPECT_EQ(listed(), kHeadSize + memory_.size());
  EXPECT_EQ(list_[2].data(), memory_.data());
  writer_.advance(kHeadSize + 1000);
  EXPECT_EQ(listed(), memory_.size() - 1000);
  EXPECT_EQ(list_[0].data(), memory_.data() + 1000);
  EXPECT_EQ(destroyed_, 0);
}

TEST_F(FrameWriterTest, computes_checksums_one_segment_ahead) {
  writer_.negotiate(Limits(), true);
  push(1, memory_.size());
  const std::size_t segment = Limits().segment_size + kChecksumSize;
  EXPECT_EQ(listed(), kHeadSize + kChecksumSize + segment);
  writer_.advance(listed());
  EXPECT_EQ(listed(), segment);
  EXPECT_EQ(writer_.queued_bytes(), 3 * segment);
}

TEST_F(FrameWriterTest, refuses_what_the_peer_does_not_take) {
  writer_.negotiate({.body_max = 11, .payload_max = 7}, false);
  EXPECT_FALSE(writer_.push({.body = std::vector<std::byte>(12)}));
  EXPECT_FALSE(writer_.push(
      {.payload = std::make_unique<Watched>(ConstBytes(memory_).first(8), destroyed_)}));
  EXPECT_EQ(destroyed_, 1);
  EXPECT_TRUE(writer_.empty());
}

TEST_F(FrameWriterTest, takes_back_only_what_was_not_begun) {
  push(1, 100);
  push(2, 100);
  EXPECT_EQ(writer_.withdraw(3), Withdrawal::absent);
  EXPECT_EQ(writer_.withdraw(2), Withdrawal::done);
  EXPECT_EQ(destroyed_, 1);
  EXPECT_EQ(listed(), kHeadSize + 100);
  EXPECT_EQ(writer_.withdraw(1), Withdrawal::sending);
  writer_.advance(1);
  EXPECT_EQ(writer_.withdraw(1), Withdrawal::sending);
  writer_.advance(kHeadSize + 99);
  EXPECT_EQ(writer_.withdraw(1), Withdrawal::absent);
  EXPECT_TRUE(writer_.empty());
}

TEST_F(FrameWriterTest, takes_back_what_was_handed_out_but_not_sent) {
  for (std::uint64_t i = 1; i <= 4; ++i) push(i, 10);
  EXPECT_EQ(writer_.withdraw(2), Withdrawal::done);
  listed();
  EXPECT_EQ(writer_.withdraw(4), Withdrawal::sending);
  writer_.advance(5);
  EXPECT_EQ(writer_.withdraw(4), Withdrawal::done);
  EXPECT_EQ(listed(), 2 * (kHeadSize + 10) - 5);
  writer_.advance(listed());
  EXPECT_EQ(destroyed_, 4);
}

TEST_F(FrameWriterTest, drops_everything_when_the_connection_is_lost) {
  push(1, 100);
  push(2, 100);
  listed();
  writer_.advance(60);
  writer_.clear();
  EXPECT_EQ(destroyed_, 2);
  EXPECT_EQ(listed(), 0u);
}

TEST(PiecesPayload, gathers_from_any_offset) {
  std::vector<std::byte> bytes(100);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i);
  std::vector<ConstBytes> pieces;
  for (std::size_t at = 0, size = 0; at < bytes.size(); at += size, size = (size + 1) % 6) {
    pieces.push_back(ConstBytes(bytes).subspan(at, std::min(size, bytes.size() - at)));
  }
  PiecesPayload payload(pieces);
  ASSERT_EQ(payload.size(), 100u);
  for (const std::size_t from : {0, 50, 3, 99, 17, 0, 64}) {
    std::size_t at = from;
    while (at < 100) {
      std::array<ConstBytes, 3> out;
      const std::size_t count = payload.gather(at, 7, out);
      ASSERT_GT(count, 0u);
      for (const ConstBytes piece : std::span(out).first(count)) {
        EXPECT_EQ(piece.data(), bytes.data() + at);
        at += piece.size();
      }
    }
    EXPECT_EQ(at, 100u);
  }
}

}  // namespace
}  // namespace strait::wire
