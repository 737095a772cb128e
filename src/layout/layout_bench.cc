// What a walk costs, beside loops written by hand for the same pattern:
//   build/release/bin/layout_bench
#include <benchmark/benchmark.h>

#include <cstring>
#include <vector>

#include "base/random.h"
#include "layout/codec.h"
#include "layout/cursor.h"
#include "layout/digest.h"
#include "layout/pack.h"

namespace strait::layout {
namespace {

constexpr std::size_t kBatch = 1024;

// A block of a three-dimensional array of doubles: rows of 8 doubles, every other one.
constexpr std::int64_t kPlanes = 64;
constexpr std::int64_t kRows = 64;
constexpr std::int64_t kCells = 16;
constexpr std::int64_t kCellStride = 24;
constexpr std::int64_t kRowStride = 1000;
constexpr std::int64_t kPlaneStride = 100000;
constexpr std::size_t kThreeLevelBytes = kPlanes * kRows * kCells * 8;

Type three_levels() {
  const Type cell = *Type::elementary(8);
  const Type row = *Type::vector(kCells, 1, kCellStride, cell);
  const Type plane = *Type::vector(kRows, 1, kRowStride, row);
  return *Type::vector(kPlanes, 1, kPlaneStride, plane);
}

void count_pieces(benchmark::State& state, std::uint64_t pieces) {
  state.counters["per_piece"] = benchmark::Counter(
      static_cast<double>(pieces),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void ThreeLevels_Runs_ByHand(benchmark::State& state) {
  std::vector<Run> out(kPlanes * kRows * kCells);
  for (auto _ : state) {
    std::size_t n = 0;
    for (std::int64_t p = 0; p < kPlanes; ++p)
      for (std::int64_t r = 0; r < kRows; ++r)
        for (std::int64_t c = 0; c < kCells; ++c)
          out[n++] = {p * kPlaneStride + r * kRowStride + c * kCellStride, 8};
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  count_pieces(state, out.size());
}
BENCHMARK(ThreeLevels_Runs_ByHand);

void ThreeLevels_Runs_Cursor(benchmark::State& state) {
  std::vector<Run> out(kPlanes * kRows * kCells);
  Cursor cursor(three_levels());
  for (auto _ : state) {
    if (!cursor.seek(0, kThreeLevelBytes)) state.SkipWithError("seek");
    if (cursor.fill(out) != out.size()) state.SkipWithError("short");
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  count_pieces(state, out.size());
}
BENCHMARK(ThreeLevels_Runs_Cursor);

void ThreeLevels_Pack_ByHand(benchmark::State& state) {
  const std::vector<std::byte> memory(kPlanes * kPlaneStride);
  std::vector<std::byte> out(kThreeLevelBytes);
  for (auto _ : state) {
    std::byte* to = out.data();
    for (std::int64_t p = 0; p < kPlanes; ++p)
      for (std::int64_t r = 0; r < kRows; ++r)
        for (std::int64_t c = 0; c < kCells; ++c, to += 8)
          std::memcpy(to,
                      &memory[static_cast<std::size_t>(p * kPlaneStride + r * kRowStride +
                                                       c * kCellStride)],
                      8);
    benchmark::ClobberMemory();
  }
  count_pieces(state, kThreeLevelBytes / 8);
}
BENCHMARK(ThreeLevels_Pack_ByHand);

void ThreeLevels_Pack_Cursor(benchmark::State& state) {
  const std::vector<std::byte> memory(kPlanes * kPlaneStride);
  std::vector<std::byte> out(kThreeLevelBytes);
  Cursor cursor(three_levels());
  for (auto _ : state) {
    if (!cursor.seek(0, kThreeLevelBytes)) state.SkipWithError("seek");
    pack(cursor, memory.data(), out);
    benchmark::ClobberMemory();
  }
  count_pieces(state, kThreeLevelBytes / 8);
}
BENCHMARK(ThreeLevels_Pack_Cursor);

// The pattern: 8 of every 16 bytes, a million times.
constexpr std::uint64_t kMillion = 1000000;

void Million_Runs_Cursor(benchmark::State& state) {
  std::vector<Run> out(kBatch);
  Cursor cursor(*Type::resized(0, 16, *Type::elementary(8)));
  for (auto _ : state) {
    if (!cursor.seek(0, 8 * kMillion)) state.SkipWithError("seek");
    while (cursor.fill(out) != 0) benchmark::ClobberMemory();
  }
  count_pieces(state, kMillion);
}
BENCHMARK(Million_Runs_Cursor);

void Million_Unpack_ByHand(benchmark::State& state) {
  std::vector<std::byte> memory(16 * kMillion);
  const std::vector<std::byte> in(8 * kMillion);
  for (auto _ : state) {
    for (std::size_t i = 0; i < kMillion; ++i) std::memcpy(&memory[16 * i], &in[8 * i], 8);
    benchmark::ClobberMemory();
  }
  count_pieces(state, kMillion);
}
BENCHMARK(Million_Unpack_ByHand);

void Million_Unpack_Cursor(benchmark::State& state) {
  std::vector<std::byte> memory(16 * kMillion);
  const std::vector<std::byte> in(8 * kMillion);
  // As a tile of one piece, which is how programs make such a view.
  Cursor cursor(*Type::resized(0, 16, *Type::elementary(8)));
  for (auto _ : state) {
    if (!cursor.seek(0, 8 * kMillion)) state.SkipWithError("seek");
    unpack(cursor, memory.data(), in);
    benchmark::ClobberMemory();
  }
  count_pieces(state, kMillion);
}
BENCHMARK(Million_Unpack_Cursor);

Type scattered_blocks(std::size_t count) {
  SeededRandom random(1);
  std::vector<Block> blocks;
  std::int64_t at = 0;
  for (std::size_t i = 0; i < count; ++i) {
    blocks.push_back({at, 1 + random.below(32)});
    at += static_cast<std::int64_t>(blocks.back().count + 1 + random.below(64));
  }
  return *Type::indexed(blocks, *Type::elementary(1));
}

void Indexed100k_Seek(benchmark::State& state) {
  const Type type = scattered_blocks(100000);
  Cursor cursor(type);
  SeededRandom random(2);
  for (auto _ : state) {
    if (!cursor.seek(random.below(type.size() - 1), 1)) state.SkipWithError("seek");
    benchmark::DoNotOptimize(cursor.next());
  }
}
BENCHMARK(Indexed100k_Seek);

void Indexed100k_Runs(benchmark::State& state) {
  std::vector<Run> out(kBatch);
  const Type type = scattered_blocks(100000);
  Cursor cursor(type);
  for (auto _ : state) {
    if (!cursor.seek(0, type.size())) state.SkipWithError("seek");
    while (cursor.fill(out) != 0) benchmark::ClobberMemory();
  }
  count_pieces(state, 100000);
}
BENCHMARK(Indexed100k_Runs);

void Indexed100k_Build(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(scattered_blocks(100000));
  count_pieces(state, 100000);
}
BENCHMARK(Indexed100k_Build);

void Indexed100k_Decode(benchmark::State& state) {
  const auto form = *encode(scattered_blocks(100000));
  for (auto _ : state) benchmark::DoNotOptimize(decode(form));
  count_pieces(state, 100000);
}
BENCHMARK(Indexed100k_Decode);

void Sha256_MiB(benchmark::State& state) {
  const std::vector<std::byte> bytes(1 << 20);
  for (auto _ : state) benchmark::DoNotOptimize(sha256(bytes));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * (1 << 20));
}
BENCHMARK(Sha256_MiB);

}  // namespace
}  // namespace strait::layout
