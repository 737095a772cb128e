// What is measured of Strait's client: streams, round trips, scattered pieces, and doing nothing.
// Run by bench.py; see turns.h.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/turns.h"
#include "client/client.h"
#include "layout/view.h"

namespace strait::bench {
namespace {

constexpr std::uint64_t kPieceSize = 8;     // bytes
constexpr std::uint64_t kPieceStride = 16;  // bytes

template <class T>
T must(Result<T> result) {
  if (!result) give_up(to_string(result.error()));
  return std::move(*result);
}

struct Request {
  std::string url;
  bool checksums = false;
  std::vector<std::uint64_t> numbers;
};

class Site {
 public:
  explicit Site(const Request& request)
      : client_(options(request)),
        file_(must(client_.open(must(client::parse_remote_name(request.url)),
                                {.create = true, .mode = 0600}))
                  .file) {}
  const client::File& file() const { return file_; }

 private:
  static client::ClientOptions options(const Request& request) {
    client::ClientOptions options;
    if (request.checksums) options.checksums = client::Checksums::on;
    return options;
  }

  client::Client client_;
  const client::File file_;
};

// `total` bytes from `begin` on, in calls of `call` bytes that are all of the same memory; the
// client cuts a call into requests of 4 MiB.
void stream(const Request& request, bool write) {
  const std::uint64_t begin = request.numbers.at(0);
  const std::uint64_t total = request.numbers.at(1);
  const std::uint64_t call = request.numbers.at(2);
  const Site site(request);
  if (!write && !site.file().allocate(begin + total))
    give_up("the file cannot be made long enough");
  std::vector<std::byte> memory(call, std::byte{'s'});
  take_turns([&] {
    for (std::uint64_t at = begin; at < begin + total; at += call) {
      const Extent extent{at, call};
      const auto all = client::Memory::dense(memory.data(), call);
      const auto moved =
          must(write ? site.file().write(extent, all) : site.file().read(extent, all));
      if (moved.count != call) give_up("a transfer fell short");
    }
  });
}

// The same to a server, in nonblocking calls: some are in flight at any time, and all are of the
// same memory, which stays in the processor's cache.
void stream_ahead(const Request& request) {
  const std::uint64_t begin = request.numbers.at(0);
  const std::uint64_t total = request.numbers.at(1);
  const std::uint64_t call = request.numbers.at(2);
  const std::uint64_t in_flight = request.numbers.at(3);
  const Site site(request);
  std::vector<std::byte> memory(call, std::byte{'a'});
  take_turns([&] {
    std::deque<client::Operation> under_way;
    for (std::uint64_t at = begin; at < begin + total || !under_way.empty();) {
      if (at < begin + total && under_way.size() < in_flight) {
        under_way.push_back(
            site.file().start_write(Extent{at, call}, client::Memory::dense(memory.data(), call)));
        at += call;
      } else {
        if (must(under_way.front().wait()).count != call) give_up("a write fell short");
        under_way.pop_front();
      }
    }
  });
}

void round_trips(const Request& request) {
  const Site site(request);
  take_turns([&] {
    for (std::uint64_t i = 0; i < request.numbers.at(0); ++i) must(site.file().attributes());
  });
}

// 8 bytes of every 16: at their beginning, or, where a tile has `irregular` pieces, here and there.
layout::Type pieces_type(const layout::Type& piece, std::uint64_t count, std::uint64_t irregular) {
  if (irregular == 0) return must(layout::Type::vector(count, 1, kPieceStride, piece));
  std::vector<std::int64_t> places;
  for (std::uint64_t i = 0; i < irregular; ++i) {
    places.push_back(static_cast<std::int64_t>(i * kPieceStride + i * 5 % kPieceSize));
  }
  const auto tile = static_cast<std::int64_t>(irregular * kPieceStride);
  return must(layout::Type::resized(0, tile, must(layout::Type::indexed(places, 1, piece))));
}

// In one write or read through a view.
void pieces(const Request& request, bool write) {
  const std::uint64_t count = request.numbers.at(0);
  const Site site(request);
  const layout::Type piece = must(layout::Type::elementary(kPieceSize));
  const layout::Type type = pieces_type(piece, count, request.numbers.at(1));
  const auto view = std::make_shared<const layout::View>(
      must(layout::View::create(piece, type, layout::ViewUse::writing)));
  const std::uint64_t size = count * kPieceSize;
  std::vector<std::byte> memory(size, std::byte{'p'});
  take_turns([&] {
    const auto all = client::Memory::dense(memory.data(), size);
    const client::ViewRange range{.view = view, .length = size};
    const auto moved = must(write ? site.file().write(range, all) : site.file().read(range, all));
    if (moved.count != size) give_up("a transfer fell short");
  });
}

// A client that has worked, also in the background, and now does nothing for as long as it is left.
void idle(const Request& request) {
  const Site site(request);
  std::vector<std::byte> memory(std::size_t{1} << 20, std::byte{'i'});
  client::Operation written = site.file().start_write(
      Extent{0, memory.size()}, client::Memory::dense(memory.data(), memory.size()));
  written.detach();
  must(written.wait());
  take_turns([&] { must(site.file().attributes()); });
}

int run(int count, char** words) {
  if (count < 4) {
    std::fprintf(
        stderr,
        "usage: %s write|write_ahead|read|getattr|write_pieces|read_pieces|idle URL on|off "
        "NUMBERS...  (see bench.py)\n",
        words[0]);
    return 2;
  }
  Request request{.url = words[2], .checksums = std::string_view(words[3]) == "on"};
  for (int i = 4; i < count; ++i) request.numbers.push_back(std::strtoull(words[i], nullptr, 10));
  const std::string_view what = words[1];
  if (what == "write" || what == "read") stream(request, what == "write");
  if (what == "write_ahead") stream_ahead(request);
  if (what == "getattr") round_trips(request);
  if (what == "write_pieces" || what == "read_pieces") pieces(request, what == "write_pieces");
  if (what == "idle") idle(request);
  return 0;
}

}  // namespace
}  // namespace strait::bench

int main(int count, char** words) { return strait::bench::run(count, words); }
