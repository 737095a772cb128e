#include "client/memory.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "layout/pack.h"

namespace strait::client {
namespace {

// Memory in long runs, sent from where it lies.
class GatheredPayload final : public wire::PayloadSource {
 public:
  GatheredPayload(const MemoryStream& stream, std::uint64_t begin, std::uint64_t length)
      : stream_(stream), begin_(begin), length_(length) {}
  std::uint64_t size() const override { return length_; }
  std::size_t gather(std::uint64_t offset, std::uint64_t bytes_max,
                     std::span<ConstBytes> out) override {
    std::array<MutableBytes, 64> pieces;
    const std::size_t room = std::min(out.size(), pieces.size());
    const std::size_t count = stream_.pieces(begin_ + offset, std::min(bytes_max, length_ - offset),
                                             std::span(pieces).first(room));
    std::copy_n(pieces.begin(), count, out.begin());
    return count;
  }

 private:
  const MemoryStream& stream_;
  const std::uint64_t begin_;
  const std::uint64_t length_;
};

// Memory in short runs, packed a step ahead of being sent.
class PackedPayload final : public wire::PayloadSource {
 public:
  PackedPayload(const MemoryStream& stream, std::uint64_t begin, std::uint64_t length)
      : stream_(stream),
        begin_(begin),
        buffer_(std::make_unique_for_overwrite<std::byte[]>(length)),
        length_(length) {}
  std::uint64_t size() const override { return length_; }
  std::size_t gather(std::uint64_t offset, std::uint64_t bytes_max,
                     std::span<ConstBytes> out) override {
    const std::uint64_t end = std::min(length_, offset + bytes_max);
    if (packed_ < end) {
      const std::uint64_t to = std::min(length_, std::max(end, packed_ + kStep));
      stream_.copy_out(begin_ + packed_, MutableBytes(buffer_.get() + packed_, to - packed_));
      packed_ = to;
    }
    out[0] = ConstBytes(buffer_.get() + offset, end - offset);
    return 1;
  }

 private:
  static constexpr std::uint64_t kStep =
      256 << 10;  // bytes packed at a time: stays in the cache until it is sent

  const MemoryStream& stream_;
  const std::uint64_t begin_;
  const std::unique_ptr<std::byte[]> buffer_;
  const std::uint64_t length_;
  std::uint64_t packed_ = 0;
};

}  // namespace

MemoryStream::MemoryStream(const Memory& memory) : base_(memory.base) {
  if (memory.type == nullptr) return;
  if (memory.type->is_contiguous()) return;
  if (memory.count == 1 && memory.type->is_one_run()) {
    base_ += memory.type->true_lower_bound();
    return;
  }
  type_ = *memory.type;
  in_place_ = type_->runs() != 0 && type_->size() / type_->runs() >= kRunInPlace;
}

layout::Cursor MemoryStream::cursor_at(std::uint64_t begin, std::uint64_t length) const {
  layout::Cursor cursor(*type_);
  (void)cursor.seek(begin, length);  // memory that exists has addresses that fit
  return cursor;
}

std::unique_ptr<wire::PayloadSource> MemoryStream::source(std::uint64_t begin,
                                                          std::uint64_t length) const {
  if (!type_) return std::make_unique<wire::BorrowedPayload>(ConstBytes(base_ + begin, length));
  if (in_place_) return std::make_unique<GatheredPayload>(*this, begin, length);
  return std::make_unique<PackedPayload>(*this, begin, length);
}

std::size_t MemoryStream::pieces(std::uint64_t begin, std::uint64_t length,
                                 std::span<MutableBytes> out) const {
  if (!type_) {
    out[0] = MutableBytes(base_ + begin, length);
    return length == 0 ? 0 : 1;
  }
  std::array<layout::Run, 64> runs;
  layout::Cursor cursor = cursor_at(begin, length);
  const std::size_t count = cursor.fill(std::span(runs).first(std::min(out.size(), runs.size())));
  for (std::size_t i = 0; i < count; ++i)
    out[i] = MutableBytes(base_ + runs[i].offset, runs[i].length);
  return count;
}

void MemoryStream::copy_out(std::uint64_t begin, MutableBytes out) const {
  if (!type_) {
    std::memcpy(out.data(), base_ + begin, out.size());
    return;
  }
  layout::Cursor cursor = cursor_at(begin, out.size());
  layout::pack(cursor, base_, out);
}

void MemoryStream::copy_in(std::uint64_t begin, ConstBytes in) const {
  if (!type_) {
    std::memcpy(base_ + begin, in.data(), in.size());
    return;
  }
  layout::Cursor cursor = cursor_at(begin, in.size());
  layout::unpack(cursor, base_, in);
}

std::size_t MemorySink::place(std::uint64_t offset, std::span<MutableBytes> out) {
  const std::uint64_t left = length_ - std::min(length_, offset);
  if (left == 0) return 0;
  if (stream_.in_place()) return stream_.pieces(begin_ + offset, left, out);
  if (bounce_.empty()) bounce_.resize(std::min(kBounceSize, length_));
  // `arrived` has emptied it up to `offset`.
  out[0] = MutableBytes(bounce_).first(std::min<std::uint64_t>(bounce_.size(), left));
  return 1;
}

void MemorySink::arrived(std::uint64_t bytes) {
  if (stream_.in_place() || bytes <= unpacked_) return;
  stream_.copy_in(begin_ + unpacked_, ConstBytes(bounce_).first(bytes - unpacked_));
  unpacked_ = bytes;
}

}  // namespace strait::client
