#include "wire/frame_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "wire/byte_order.h"

namespace strait::wire {

using Event = FrameReader::Event;

namespace {

// Room for a body grows with what has really arrived: at most twice as much, and a first step that
// costs nobody anything.
constexpr std::size_t kBodyStep = 64 << 10;

}  // namespace

void FrameReader::negotiate(const Limits& own, bool checksums) {
  own_ = own;
  checksums_ = checksums;
}

Event FrameReader::next() {
  for (;;) {
    switch (state_) {
      case State::header:
        if (available() < kHeaderSize) return Event::need_bytes;
        if (!take_header()) return Event::failed;
        state_ = header_.body_length != 0 ? State::body : State::head;
        break;
      case State::body:
        if (!take_body_bytes()) return Event::need_bytes;
        state_ = header_.checksums() ? State::body_sum : State::head;
        break;
      case State::body_sum: {
        const auto sum = take_sum();
        if (!sum) return Event::need_bytes;
        if (*sum != checksum(body_)) {
          return fail(
              {ErrorKind::protocol, Retry::reconnect, 0, "a message was damaged on its way"});
        }
        state_ = State::head;
        break;
      }
      case State::head:
        begin_segment();
        return Event::head;
      case State::payload:
        take_payload_bytes();
        if (segment_left_ != 0) {
          return placed_left_ == 0 && !discarding_ ? Event::need_memory : Event::need_bytes;
        }
        if (header_.checksums() && header_.payload_length != 0) {
          state_ = State::segment_sum;
        } else {
          state_ = State::end;
        }
        break;
      case State::segment_sum: {
        const auto sum = take_sum();
        if (!sum) return Event::need_bytes;
        if (!discarding_) {
          if (*sum != segment_sum_.value()) {
            return fail(
                {ErrorKind::protocol, Retry::reconnect, 0, "data were damaged on their way"});
          }
          verified_ = header_.payload_length - payload_left_;
        }
        if (payload_left_ == 0) {
          state_ = State::end;
        } else {
          begin_segment();
        }
        break;
      }
      case State::end:
        state_ = State::header;
        return Event::complete;
      case State::failed:
        return Event::failed;
    }
  }
}

bool FrameReader::take_header() {
  header_ = {};
  const std::span<const std::byte, kHeaderSize> bytes(buffer_.get() + begin_, kHeaderSize);
  Result<FrameHeader> header = parse_header(bytes, own_);
  if (!header) {
    fail(std::move(header).error());
    return false;
  }
  header_ = *header;
  begin_ += kHeaderSize;
  if (header_.checksums() != (checksums_ || header_.operation == Operation::hello)) {
    fail(strait::error(ErrorKind::protocol, "bad frame: {} {} checksums, against {}",
                       operation_name(header_.operation), header_.checksums() ? "with" : "without",
                       header_.operation == Operation::hello ? "the rule" : "what was agreed"));
    return false;
  }
  // A large body's memory is not kept for the small ones that follow.
  if (body_.capacity() > kBodyStep) body_ = {};
  body_.clear();
  body_filled_ = 0;
  pieces_.clear();
  first_piece_ = 0;
  placed_left_ = 0;
  payload_left_ = header_.payload_length;
  verified_ = 0;
  discarding_ = false;
  return true;
}

// ---- The body.

void FrameReader::grow_body() {
  const std::size_t step = std::max(kBodyStep, 2 * body_filled_);
  body_.resize(std::min<std::size_t>(step, header_.body_length));
}

bool FrameReader::take_body_bytes() {
  for (;;) {
    if (body_filled_ == body_.size()) grow_body();
    const std::size_t taken = std::min(available(), body_.size() - body_filled_);
    if (taken != 0) std::memcpy(body_.data() + body_filled_, buffer_.get() + begin_, taken);
    begin_ += taken;
    body_filled_ += taken;
    if (body_filled_ == header_.body_length) return true;
    if (available() == 0) return false;
  }
}

std::optional<std::uint64_t> FrameReader::take_sum() {
  if (available() < kChecksumSize) return std::nullopt;
  const auto sum = load_big<std::uint64_t>(buffer_.get() + begin_);
  begin_ += kChecksumSize;
  return sum;
}

// ---- The payload.

void FrameReader::begin_segment() {
  state_ = State::payload;
  segment_left_ = payload_left_;
  if (header_.checksums()) {
    segment_left_ = std::min<std::uint64_t>(segment_left_, own_.segment_size);
    segment_sum_.restart();
  }
}

void FrameReader::place(MutableBytes memory) { place(std::span(&memory, 1)); }

void FrameReader::place(std::span<const MutableBytes> pieces) {
  if (first_piece_ == pieces_.size()) {
    pieces_.clear();
    first_piece_ = 0;
  }
  for (MutableBytes piece : pieces) {
    piece =
        piece.first(static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), unplaced())));
    if (piece.empty()) continue;
    pieces_.push_back(piece);
    placed_left_ += piece.size();
  }
}

void FrameReader::discard() {
  discarding_ = true;
  pieces_.clear();
  first_piece_ = 0;
  placed_left_ = 0;
}

void FrameReader::take_payload_bytes() {
  while (available() != 0 && segment_left_ != 0) {
    std::uint64_t taken = std::min<std::uint64_t>(available(), segment_left_);
    if (discarding_) {
      payload_left_ -= taken;
      segment_left_ -= taken;
    } else {
      if (placed_left_ == 0) return;
      const MutableBytes piece = pieces_[first_piece_];
      taken = std::min<std::uint64_t>(taken, piece.size());
      std::memcpy(piece.data(), buffer_.get() + begin_, static_cast<std::size_t>(taken));
      payload_arrived(static_cast<std::size_t>(taken));
    }
    begin_ += static_cast<std::size_t>(taken);
  }
}

void FrameReader::payload_arrived(std::size_t bytes) {
  MutableBytes& piece = pieces_[first_piece_];
  payload_left_ -= bytes;
  segment_left_ -= bytes;
  placed_left_ -= bytes;
  if (header_.checksums()) {
    segment_sum_.add(piece.first(bytes));
  } else {
    verified_ += bytes;
  }
  piece = piece.subspan(bytes);
  if (piece.empty()) ++first_piece_;
}

// ---- Receiving.

std::size_t FrameReader::buffers(std::span<MutableBytes> out) {
  direct_ = 0;
  switch (state_) {
    case State::header:
    case State::body_sum:
    case State::segment_sum:
      out[0] = read_ahead();
      return 1;
    case State::body:
      return body_buffers(out);
    case State::payload:
      return payload_buffers(out);
    default:
      return 0;
  }
}

std::size_t FrameReader::body_buffers(std::span<MutableBytes> out) {
  if (body_filled_ == body_.size()) grow_body();
  out[0] = MutableBytes(body_).subspan(body_filled_);
  direct_ = out[0].size();
  if (body_.size() < header_.body_length) return 1;
  out[1] = read_ahead();
  return 2;
}

std::size_t FrameReader::payload_buffers(std::span<MutableBytes> out) {
  if (discarding_) {
    out[0] = read_ahead();
    return 1;
  }
  // The last place of the list is kept for what follows the segment.
  std::size_t count = 0;
  std::uint64_t left = segment_left_;
  for (std::size_t i = first_piece_; i < pieces_.size() && left != 0 && count + 1 < out.size();
       ++i) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(pieces_[i].size(), left));
    out[count++] = pieces_[i].first(wanted);
    direct_ += wanted;
    left -= wanted;
  }
  if (left != 0 || count == 0) return count;
  const bool last_segment = segment_left_ == payload_left_;
  // Before another segment only its checksum: its bytes are to go where they belong.
  out[count++] = last_segment ? read_ahead() : read_ahead().first(kChecksumSize);
  return count;
}

MutableBytes FrameReader::read_ahead() {
  if (!buffer_) buffer_ = std::make_unique_for_overwrite<std::byte[]>(kReadAhead);
  if (begin_ != 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, available());
    end_ -= begin_;
    begin_ = 0;
  }
  return {buffer_.get() + end_, kReadAhead - end_};
}

void FrameReader::advance(std::size_t bytes) {
  std::size_t direct = std::min(bytes, direct_);
  end_ += bytes - direct;
  direct_ = 0;
  if (state_ == State::body) {
    body_filled_ += direct;
    return;
  }
  if (discarding_) {  // since the list was made: the bytes count, their place no longer does
    payload_left_ -= direct;
    segment_left_ -= direct;
    return;
  }
  while (direct != 0) {
    const std::size_t filled = std::min(direct, pieces_[first_piece_].size());
    payload_arrived(filled);
    direct -= filled;
  }
}

Event FrameReader::fail(Error error) {
  state_ = State::failed;
  error_ = std::move(error);
  return Event::failed;
}

}  // namespace strait::wire
