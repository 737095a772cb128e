#include "wire/frame_writer.h"

#include <utility>

#include "wire/byte_order.h"

namespace strait::wire {
namespace {

// Payload bytes whose checksums are computed ahead of one send: more would leave the cache before
// they are copied to the socket.
constexpr std::uint64_t kSummedAheadMax = 1 << 20;
// Spans asked of a source at a time while its checksum is computed.
constexpr std::size_t kSpansSummed = 16;

// Takes up to `step` off `bytes` and returns what was taken.
std::size_t take(std::size_t& bytes, std::uint64_t step) {
  const auto taken = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, step));
  bytes -= taken;
  return taken;
}

}  // namespace

void FrameWriter::negotiate(const Limits& peer, bool checksums) {
  peer_ = peer;
  checksums_ = checksums;
}

Status FrameWriter::push(OutgoingFrame outgoing) {
  const std::uint64_t payload_size = outgoing.payload ? outgoing.payload->size() : 0;
  if (outgoing.body.size() > peer_.body_max || payload_size > peer_.payload_max) {
    return error(ErrorKind::invalid_argument,
                 "a message of {} + {} bytes, where the peer takes {} + {}", outgoing.body.size(),
                 payload_size, peer_.body_max, peer_.payload_max);
  }
  if (spare_.empty()) spare_.emplace_back();
  frames_.splice(frames_.end(), spare_, spare_.begin());
  Frame& frame = frames_.back();
  frame.checksums = checksums_ || outgoing.operation == Operation::hello;
  frame.request = outgoing.request;
  frame.reply = outgoing.reply;
  const FrameHeader header{
      .operation = outgoing.operation,
      .request = outgoing.request,
      .flags = (outgoing.reply ? kFlagReply : 0) | (outgoing.more ? kFlagMore : 0) |
               (frame.checksums ? kFlagChecksums : 0),
      .body_length = static_cast<std::uint32_t>(outgoing.body.size()),
      .payload_length = payload_size,
  };
  write_header(frame.header, header);

  frame.body = std::move(outgoing.body);
  if (frame.checksums && !frame.body.empty()) {
    std::array<std::byte, kChecksumSize> sum;
    store_big(sum.data(), checksum(frame.body));
    frame.body.insert(frame.body.end(), sum.begin(), sum.end());
  }
  frame.payload = std::move(outgoing.payload);
  frame.payload_size = payload_size;
  frame.segment_size = frame.checksums ? peer_.segment_size : payload_size;
  frame.unsent = kHeaderSize + frame.body.size() + payload_size;
  if (frame.checksums) {
    const std::uint64_t segments =
        payload_size / frame.segment_size + (payload_size % frame.segment_size != 0 ? 1 : 0);
    frame.unsent += segments * kChecksumSize;
  }
  queued_bytes_ += frame.unsent;
  return {};
}

std::size_t FrameWriter::buffers(std::span<ConstBytes> out) {
  List list{out};
  std::uint64_t summed = 0;
  for (Frame& frame : frames_) {
    if (frame.unsent == 0) continue;  // withdrawn
    if (list.full()) break;
    frame.handed_out = true;
    if (!list_head(frame, list) || !list_payload(frame, list, summed)) break;
  }
  return list.count;
}

// Both return whether all that remains of that part is on the list now.
bool FrameWriter::list_head(const Frame& frame, List& list) {
  if (frame.head_sent < kHeaderSize) {
    list.add(ConstBytes(frame.header).subspan(frame.head_sent));
  }
  const std::size_t body_sent = std::max(frame.head_sent, kHeaderSize) - kHeaderSize;
  if (body_sent == frame.body.size()) return true;
  if (list.full()) return false;
  list.add(ConstBytes(frame.body).subspan(body_sent));
  return true;
}

bool FrameWriter::list_payload(Frame& frame, List& list, std::uint64_t& summed) {
  if (frame.segment_start == frame.payload_size) return true;
  if (frame.checksums && !frame.sum_known) {
    if (summed >= kSummedAheadMax) return false;
    compute_sum(frame);
    summed += frame.segment_end() - frame.segment_start;
  }
  std::uint64_t at = frame.payload_sent;
  const std::uint64_t end = frame.segment_end();
  while (at < end) {
    if (list.full()) return false;
    const std::size_t added = frame.payload->gather(at, end - at, list.room());
    for (std::size_t i = 0; i < added; ++i) at += list.room()[i].size();
    list.count += added;
  }
  if (!frame.checksums) return true;
  if (list.full()) return false;
  list.add(ConstBytes(frame.sum).subspan(frame.sum_sent));
  return end == frame.payload_size;
}

void FrameWriter::compute_sum(Frame& frame) {
  running_.restart();
  std::array<ConstBytes, kSpansSummed> spans;
  const std::uint64_t end = frame.segment_end();
  for (std::uint64_t at = frame.segment_start; at < end;) {
    const std::size_t count = frame.payload->gather(at, end - at, spans);
    for (const ConstBytes bytes : std::span(spans).first(count)) {
      running_.add(bytes);
      at += bytes.size();
    }
  }
  store_big(frame.sum.data(), running_.value());
  frame.sum_known = true;
}

void FrameWriter::advance(std::size_t bytes) {
  queued_bytes_ -= bytes;
  while (!frames_.empty()) {
    Frame& frame = frames_.front();
    bytes -= advance_frame(frame, bytes);
    if (frame.unsent != 0) break;
    drop(frames_.begin());
  }
  // What was handed out and not taken may be withdrawn again.
  for (Frame& frame : frames_) {
    if (frame.unsent == 0) continue;
    if (!frame.handed_out) break;
    frame.handed_out = frame.head_sent != 0;
  }
}

std::size_t FrameWriter::advance_frame(Frame& frame, std::size_t bytes) {
  const std::size_t before = bytes;
  if (frame.unsent == 0) return 0;
  frame.head_sent += take(bytes, kHeaderSize + frame.body.size() - frame.head_sent);
  while (bytes > 0 && frame.segment_start < frame.payload_size) {
    frame.payload_sent += take(bytes, frame.segment_end() - frame.payload_sent);
    if (frame.checksums) frame.sum_sent += take(bytes, kChecksumSize - frame.sum_sent);
    if (frame.payload_sent < frame.segment_end()) break;
    if (frame.checksums && frame.sum_sent < kChecksumSize) break;
    frame.segment_start = frame.segment_end();
    frame.sum_known = false;
    frame.sum_sent = 0;
  }
  frame.unsent -= before - bytes;
  return before - bytes;
}

Withdrawal FrameWriter::withdraw(std::uint64_t request) {
  for (Frame& frame : frames_) {
    if (frame.reply || frame.request != request || frame.unsent == 0) continue;
    if (frame.handed_out) return Withdrawal::sending;
    // The empty place stays in the queue, because memory of its neighbours may be handed out.
    queued_bytes_ -= std::exchange(frame.unsent, 0);
    frame.body = {};
    frame.payload.reset();
    while (!frames_.empty() && frames_.back().unsent == 0) drop(std::prev(frames_.end()));
    return Withdrawal::done;
  }
  return Withdrawal::absent;
}

void FrameWriter::drop(std::list<Frame>::iterator frame) {
  if (spare_.size() >= kSpareFrames) {
    frames_.erase(frame);
    return;
  }
  *frame = Frame{};
  spare_.splice(spare_.end(), frames_, frame);
}

void FrameWriter::clear() {
  frames_.clear();
  queued_bytes_ = 0;
}

}  // namespace strait::wire
