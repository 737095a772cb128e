// What the posix driver costs over bare system calls, on tmpfs. Each pair of figures is measured in
// one run; the pages are touched before.
//
//   build/release/bin/storage_bench
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "storage/posix/posix_driver.h"

namespace strait::storage {
namespace {

constexpr std::size_t kFileSize = std::size_t{16} << 20;
constexpr std::size_t kPiece = 8;    // bytes
constexpr std::size_t kStride = 16;  // bytes
constexpr std::size_t kPieces = 1'000'000;
constexpr std::size_t kChunk = std::size_t{1} << 20;  // bytes of payload in one call
constexpr std::size_t kStripsMax = 8192;              // in one call
constexpr std::size_t kBlock = std::size_t{1} << 20;

class Stage {
 public:
  Stage() {
    char name[] = "/dev/shm/strait-bench-XXXXXX";
    if (::mkdtemp(name) == nullptr) std::abort();
    path_ = name;
    driver_ = PosixDriver::create({.root = path_}).value();
    object_ = driver_->create({{}, "f"}, true, {}).value().entry.object;
    fd_ = ::open((path_ + "/f").c_str(), O_RDWR);
    const std::vector<std::byte> zeros(kFileSize);
    if (::pwrite(fd_, zeros.data(), kFileSize, 0) != ssize_t{kFileSize}) std::abort();
    data_.resize(kFileSize, std::byte{1});
  }
  ~Stage() {
    ::close(fd_);
    std::filesystem::remove_all(path_);
  }

  std::string path_;
  std::unique_ptr<PosixDriver> driver_;
  ObjectId object_;
  int fd_ = -1;
  std::vector<std::byte> data_;
};

Stage& stage() {
  static Stage one;
  return one;
}

void check(bool good) {
  if (!good) std::abort();
}

// The limit: one read, a merge of all pieces, one write.
void BM_PiecesBare(benchmark::State& state) {
  Stage& s = stage();
  constexpr std::size_t kSpan = kPieces * kStride;
  std::vector<std::byte> window(kSpan);
  for (auto _ : state) {
    check(::pread(s.fd_, window.data(), kSpan, 0) == ssize_t{kSpan});
    for (std::size_t i = 0; i < kPieces; ++i) {
      std::memcpy(window.data() + i * kStride, s.data_.data() + i * kPiece, kPiece);
    }
    check(::pwrite(s.fd_, window.data(), kSpan, 0) == ssize_t{kSpan});
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * kPieces * kPiece));
}

// The same through the driver, in calls of as many strips and bytes as the server makes.
template <class Call>
void in_batches(benchmark::State& state, const std::vector<Strip>& strips, Call call) {
  std::uint64_t bytes = 0;
  for (const Strip& strip : strips) bytes += strip.size();
  for (auto _ : state) {
    const std::span<const Strip> all(strips);
    std::size_t at = 0;
    for (std::size_t i = 0; i < all.size();) {
      std::size_t n = 0;
      std::size_t size = 0;
      while (i + n < all.size() && n < kStripsMax && size < kChunk) size += all[i + n++].size();
      call(all.subspan(i, n), at, size);
      at += size;
      i += n;
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes));
}

void write_batches(benchmark::State& state, const std::vector<Strip>& strips) {
  Stage& s = stage();
  in_batches(state, strips, [&](std::span<const Strip> some, std::size_t at, std::size_t size) {
    check(s.driver_->write(s.object_, some, ConstBytes(s.data_).subspan(at, size), {}).has_value());
  });
}

void read_batches(benchmark::State& state, const std::vector<Strip>& strips) {
  Stage& s = stage();
  in_batches(state, strips, [&](std::span<const Strip> some, std::size_t at, std::size_t size) {
    check(
        s.driver_->read(s.object_, some, MutableBytes(s.data_).subspan(at, size), {}).has_value());
  });
}

// `piece` bytes at the beginning of every `stride`, all over the file, in strips of `rows`.
std::vector<Strip> pattern(std::size_t piece, std::size_t stride, std::size_t rows) {
  std::vector<Strip> strips;
  for (std::size_t at = 0; at + rows * stride <= kFileSize; at += rows * stride) {
    strips.push_back({at, piece, stride, rows});
  }
  return strips;
}

constexpr std::size_t kRowsOfAChunk = kChunk / kPiece;

void BM_PiecesWrite(benchmark::State& state) {
  write_batches(state, pattern(kPiece, kStride, kRowsOfAChunk));
}
void BM_PiecesRead(benchmark::State& state) {
  read_batches(state, pattern(kPiece, kStride, kRowsOfAChunk));
}
// Patterns that are no vector: every piece is a strip.
void BM_IrregularWrite(benchmark::State& state) {
  write_batches(state, pattern(kPiece, kStride, 1));
}
void BM_IrregularRead(benchmark::State& state) { read_batches(state, pattern(kPiece, kStride, 1)); }
// Rows of a small inner dimension.
void BM_ShortStripsWrite(benchmark::State& state) {
  write_batches(state, pattern(kPiece, kStride, 8));
}
void BM_Pieces4Write(benchmark::State& state) { write_batches(state, pattern(4, 12, 4096)); }
void BM_Pieces24Write(benchmark::State& state) { write_batches(state, pattern(24, 56, 4096)); }
void BM_Pieces13Write(benchmark::State& state) { write_batches(state, pattern(13, 29, 4096)); }

void BM_BlockBare(benchmark::State& state) {
  Stage& s = stage();
  std::size_t offset = 0;
  for (auto _ : state) {
    check(::pwrite(s.fd_, s.data_.data(), kBlock, static_cast<off_t>(offset)) == ssize_t{kBlock});
    offset = (offset + kBlock) % kFileSize;
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * kBlock));
}

void BM_BlockDriver(benchmark::State& state) {
  Stage& s = stage();
  std::size_t offset = 0;
  for (auto _ : state) {
    const Strip strip{offset, kBlock};
    check(s.driver_->write(s.object_, {&strip, 1}, ConstBytes(s.data_).first(kBlock), {})
              .has_value());
    offset = (offset + kBlock) % kFileSize;
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * kBlock));
}

void BM_AttributesDriver(benchmark::State& state) {
  Stage& s = stage();
  for (auto _ : state) benchmark::DoNotOptimize(s.driver_->attributes(s.object_));
}

BENCHMARK(BM_PiecesBare)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_PiecesWrite)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_PiecesRead)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_IrregularWrite)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_IrregularRead)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_ShortStripsWrite)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Pieces4Write)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Pieces24Write)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Pieces13Write)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_BlockBare)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_BlockDriver)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_AttributesDriver);

}  // namespace
}  // namespace strait::storage
