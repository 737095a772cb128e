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
constexpr std::size_t kBatch = 65'536;  // extents a call, as the server has them
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
    for (std::size_t i = 0; i < kPieces; ++i) extents_.push_back({i * kStride, kPiece});
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
  std::vector<Extent> extents_;
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

void BM_PiecesDriver(benchmark::State& state) {
  Stage& s = stage();
  const std::span<const Extent> all(s.extents_);
  for (auto _ : state) {
    for (std::size_t at = 0; at < kPieces; at += kBatch) {
      const auto batch = all.subspan(at, std::min(kBatch, kPieces - at));
      check(s.driver_
                ->write(s.object_, batch,
                        ConstBytes(s.data_).subspan(at * kPiece, batch.size() * kPiece), {})
                .has_value());
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * kPieces * kPiece));
}

void BM_PiecesReadDriver(benchmark::State& state) {
  Stage& s = stage();
  const std::span<const Extent> all(s.extents_);
  for (auto _ : state) {
    for (std::size_t at = 0; at < kPieces; at += kBatch) {
      const auto batch = all.subspan(at, std::min(kBatch, kPieces - at));
      check(s.driver_
                ->read(s.object_, batch,
                       MutableBytes(s.data_).subspan(at * kPiece, batch.size() * kPiece), {})
                .has_value());
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * kPieces * kPiece));
}

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
    const Extent extent{offset, kBlock};
    check(s.driver_->write(s.object_, {&extent, 1}, ConstBytes(s.data_).first(kBlock), {})
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
BENCHMARK(BM_PiecesDriver)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_PiecesReadDriver)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_BlockBare)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_BlockDriver)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_AttributesDriver);

}  // namespace
}  // namespace strait::storage
