// The caller's memory of one transfer, seen as the stream of bytes that is read or written: dense,
// or any MPI datatype. What is in long runs is gathered and scattered in place; short runs are
// packed through a buffer, because a system call (or an entry of one) for every few bytes would
// cost more than the copy.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "layout/cursor.h"
#include "layout/type.h"
#include "wire/payload.h"

namespace strait::client {

// The caller's memory: `size` dense bytes at `base`, or, with `type`, `count` repetitions of it at
// `base`.
struct Memory {
  std::byte* base = nullptr;
  std::uint64_t size = 0;              // bytes of data (for typed memory: count * type size)
  const layout::Type* type = nullptr;  // copied by the call
  std::uint64_t count = 0;

  static Memory dense(void* base, std::uint64_t size) {
    return {static_cast<std::byte*>(base), size, nullptr, 0};
  }
  static Memory typed(void* base, const layout::Type& type, std::uint64_t count) {
    return {static_cast<std::byte*>(base), type.size() * count, &type, count};
  }
};

// A lasting description of it, shared by the requests of one transfer. Immutable.
class MemoryStream {
 public:
  explicit MemoryStream(const Memory& memory);

  // Bytes [begin, begin + length) of the stream as a payload.
  std::unique_ptr<wire::PayloadSource> source(std::uint64_t begin, std::uint64_t length) const;

  std::byte* dense_base() const { return type_ ? nullptr : base_; }
  bool in_place() const { return in_place_; }
  // The memory of the stream from `begin` on, `length` bytes at most: fills `out`, returns how
  // many. Only where in_place.
  std::size_t pieces(std::uint64_t begin, std::uint64_t length, std::span<MutableBytes> out) const;
  // Copies between the stream at `begin` and dense bytes.
  void copy_out(std::uint64_t begin, MutableBytes out) const;
  void copy_in(std::uint64_t begin, ConstBytes in) const;

 private:
  // Runs of at least that many bytes on average are not worth a copy.
  static constexpr std::uint64_t kRunInPlace = 4096;

  layout::Cursor cursor_at(std::uint64_t begin, std::uint64_t length) const;

  std::byte* base_ = nullptr;
  std::optional<layout::Type> type_;  // absent: dense
  bool in_place_ = true;
};

// Receives the bytes [begin, begin + length) of the stream.
class MemorySink {
 public:
  MemorySink(const MemoryStream& stream, std::uint64_t begin, std::uint64_t length)
      : stream_(stream), begin_(begin), length_(length) {}

  // As rpc::Call has them.
  std::size_t place(std::uint64_t offset, std::span<MutableBytes> out);
  void arrived(std::uint64_t bytes);
  void restart() { unpacked_ = 0; }

 private:
  static constexpr std::uint64_t kBounceSize = 256 << 10;  // bytes

  const MemoryStream& stream_;
  const std::uint64_t begin_;
  const std::uint64_t length_;
  std::vector<std::byte> bounce_;  // for memory in short runs; holds the bytes from unpacked_ on
  std::uint64_t unpacked_ = 0;
};

}  // namespace strait::client
