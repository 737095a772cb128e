// What scattered pieces cost without Strait: a local program that reads a window of the file and
// takes its pieces out, or puts them in and writes the window back. Run by bench.py; see turns.h.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "bench/turns.h"

namespace strait::bench {
namespace {

constexpr std::size_t kPieceSize = 8;                      // bytes
constexpr std::size_t kPieceStride = 16;                   // bytes
constexpr std::size_t kWindowSize = std::size_t{1} << 20;  // bytes

void move_pieces(int file, bool write, std::vector<char>& memory, std::vector<char>& window) {
  char* piece = memory.data();
  const std::size_t end = memory.size() / kPieceSize * kPieceStride;
  for (std::size_t at = 0; at < end; at += window.size()) {
    const std::size_t size = std::min(window.size(), end - at);
    const auto offset = static_cast<off_t>(at);
    if (::pread(file, window.data(), size, offset) != static_cast<ssize_t>(size)) {
      give_up("a read fell short");
    }
    if (!write) {
      for (std::size_t from = 0; from < size; from += kPieceStride, piece += kPieceSize) {
        std::memcpy(piece, window.data() + from, kPieceSize);
      }
      continue;
    }
    for (std::size_t to = 0; to < size; to += kPieceStride, piece += kPieceSize) {
      std::memcpy(window.data() + to, piece, kPieceSize);
    }
    if (::pwrite(file, window.data(), size, offset) != static_cast<ssize_t>(size)) {
      give_up("a write fell short");
    }
  }
}

int run(int count, char** words) {
  if (count != 4) {
    std::fprintf(stderr, "usage: %s write|read FILE PIECES\n", words[0]);
    return 2;
  }
  const bool write = std::strcmp(words[1], "write") == 0;
  const int file = ::open(words[2], O_RDWR | O_CLOEXEC);
  if (file < 0) give_up(std::string("cannot open ") + words[2]);
  std::vector<char> memory(std::strtoull(words[3], nullptr, 10) * kPieceSize, 'b');
  std::vector<char> window(kWindowSize);
  take_turns([&] { move_pieces(file, write, memory, window); });
  return 0;
}

}  // namespace
}  // namespace strait::bench

int main(int count, char** words) { return strait::bench::run(count, words); }
