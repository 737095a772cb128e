// Where a frame's payload comes from when it is sent. The FrameWriter owns the source and destroys
// it as soon as the last byte has been handed over, or the frame was withdrawn or dropped: a
// source's destructor is the place to release the memory, and must not call the writer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace strait::wire {

class PayloadSource {
 public:
  virtual ~PayloadSource() = default;
  virtual std::uint64_t size() const = 0;  // bytes; does not change
  // Where the bytes from `offset` on lie, in order and without gaps: fills `out` from its front
  // with at most `bytes_max` bytes in all, and returns how many spans it filled; at least one while
  // offset < size(). The memory stays and does not change until the source is destroyed. Offsets
  // mostly grow; they go back within a segment, after its checksum was computed.
  virtual std::size_t gather(std::uint64_t offset, std::uint64_t bytes_max,
                             std::span<ConstBytes> out) = 0;
};

// Memory of somebody else.
class BorrowedPayload final : public PayloadSource {
 public:
  explicit BorrowedPayload(ConstBytes bytes) : bytes_(bytes) {}
  std::uint64_t size() const override { return bytes_.size(); }
  std::size_t gather(std::uint64_t offset, std::uint64_t bytes_max,
                     std::span<ConstBytes> out) override {
    const ConstBytes rest = bytes_.subspan(static_cast<std::size_t>(offset));
    out[0] = rest.first(static_cast<std::size_t>(std::min<std::uint64_t>(bytes_max, rest.size())));
    return 1;
  }

 private:
  ConstBytes bytes_;
};

// Bytes that belong to the frame. Holder: anything that stays valid when it is moved and converts
// to ConstBytes, such as std::vector<std::byte> or a buffer of a pool.
template <class Holder>
class OwnedPayload final : public PayloadSource {
 public:
  explicit OwnedPayload(Holder holder)
      : holder_(std::move(holder)), view_(ConstBytes(std::as_const(holder_))) {}
  std::uint64_t size() const override { return view_.size(); }
  std::size_t gather(std::uint64_t offset, std::uint64_t bytes_max,
                     std::span<ConstBytes> out) override {
    return view_.gather(offset, bytes_max, out);
  }

 private:
  Holder holder_;
  BorrowedPayload view_;
};

// Several pieces of somebody else's memory, one after the other.
class PiecesPayload final : public PayloadSource {
 public:
  explicit PiecesPayload(std::vector<ConstBytes> pieces);
  std::uint64_t size() const override { return size_; }
  std::size_t gather(std::uint64_t offset, std::uint64_t bytes_max,
                     std::span<ConstBytes> out) override;

 private:
  std::vector<ConstBytes> pieces_;
  std::uint64_t size_ = 0;
  // The piece that the last call began with, and where it starts in the payload.
  std::size_t piece_ = 0;
  std::uint64_t piece_start_ = 0;
};

}  // namespace strait::wire
