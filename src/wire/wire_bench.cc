// What the codec and the framing cost: each hot message there and back, and payloads through a
// FrameWriter and a FrameReader (the memcpy of `transfer` stands for the kernel's).
#include <benchmark/benchmark.h>

#include <array>
#include <vector>

#include "wire/checksum.h"
#include "wire/frame_reader.h"
#include "wire/frame_writer.h"
#include "wire/messages.h"
#include "wire/xdr.h"

namespace strait::wire {
namespace {

template <class Head, class Message>
void there_and_back(benchmark::State& state, const Message& message) {
  const Head head;
  for (auto _ : state) {
    const auto body = encode(head, message);
    XdrDecoder decoder(*body);
    auto head_again = decoder.take<Head>();
    auto again = decoder.take<Message>();
    benchmark::DoNotOptimize(head_again);
    benchmark::DoNotOptimize(again);
    if (!decoder.finish()) state.SkipWithError("malformed");
  }
}

void getattr_request(benchmark::State& state) { there_and_back<RequestHead>(state, GetattrArgs()); }
BENCHMARK(getattr_request);

void getattr_reply(benchmark::State& state) { there_and_back<ReplyHead>(state, GetattrResults()); }
BENCHMARK(getattr_reply);

void write_request(benchmark::State& state) {
  there_and_back<RequestHead>(state, WriteArgs{.target = ExtentList{{{0, 4096}}}});
}
BENCHMARK(write_request);

void view_request(benchmark::State& state) {
  there_and_back<RequestHead>(state, ReadArgs{.target = ViewRange{.length = 4096}});
}
BENCHMARK(view_request);

void extents_request(benchmark::State& state) {
  const std::vector<Extent> extents(kExtentsMax, Extent{1, 2});
  there_and_back<RequestHead>(state, ReadArgs{.target = ExtentList{extents}});
  state.SetItemsProcessed(state.iterations() * kExtentsMax);
}
BENCHMARK(extents_request);

// Moves everything from the writer to the reader, 256 KiB at a time.
void move_all(FrameWriter& writer, FrameReader& reader, MutableBytes memory) {
  std::array<ConstBytes, 64> from;
  std::array<MutableBytes, 8> to;
  for (;;) {
    switch (reader.next()) {
      case FrameReader::Event::head:
        reader.place(memory);
        break;
      case FrameReader::Event::need_bytes: {
        if (writer.empty()) return;
        const std::size_t from_count = writer.buffers(from);
        const std::size_t to_count = reader.buffers(to);
        std::size_t moved = 0, i = 0, j = 0, i_at = 0, j_at = 0;
        while (i < from_count && j < to_count && moved < (256 << 10)) {
          const std::size_t step = std::min(from[i].size() - i_at, to[j].size() - j_at);
          if (step != 0) std::memcpy(to[j].data() + j_at, from[i].data() + i_at, step);
          moved += step, i_at += step, j_at += step;
          if (i_at == from[i].size()) ++i, i_at = 0;
          if (j_at == to[j].size()) ++j, j_at = 0;
        }
        writer.advance(moved);
        reader.advance(moved);
        break;
      }
      default:
        break;
    }
  }
}

void frames(benchmark::State& state) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const std::vector<std::byte> payload(size);
  std::vector<std::byte> memory(size);
  const std::vector<std::byte> body(100);
  FrameWriter writer;
  FrameReader reader;
  writer.negotiate(Limits(), state.range(1) != 0);
  reader.negotiate(Limits(), state.range(1) != 0);
  for (auto _ : state) {
    for (int i = 0; i < 16; ++i) {
      OutgoingFrame frame{.operation = Operation::write, .body = body};
      if (size != 0) frame.payload = std::make_unique<BorrowedPayload>(payload);
      if (!writer.push(std::move(frame))) state.SkipWithError("refused");
    }
    move_all(writer, reader, memory);
  }
  state.SetItemsProcessed(state.iterations() * 16);
  state.SetBytesProcessed(state.iterations() * 16 * state.range(0));
}
BENCHMARK(frames)->ArgNames({"payload", "checksums"})->ArgsProduct({{0, 4096, 4 << 20}, {0, 1}});

void checksum_of(benchmark::State& state) {
  const std::vector<std::byte> bytes(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(checksum(bytes));
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(checksum_of)->Arg(36)->Arg(1 << 20);

}  // namespace
}  // namespace strait::wire
