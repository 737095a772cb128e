// The file of the model: bytes with holes between them, and for each byte which ranks have touched
// it since they last synchronised. Values; one thread.
#pragma once

#include <array>
#include <cstdint>
#include <map>

namespace differential {

// Sets of ranks, as bits.
using RankSet = std::uint8_t;

struct Cell {
  std::uint8_t value = 0;
  bool written = false;
  RankSet writers = 0;  // since the last sync
  RankSet readers = 0;
  RankSet writing = 0;  // in accesses that have been started and not waited for
  RankSet reading = 0;
};

class SparseFile {
 public:
  Cell& at(std::int64_t offset) {
    return pages_[offset / kPage][static_cast<std::size_t>(offset % kPage)];
  }
  // Visits what was ever touched, in order: `visit(offset, cell)`.
  template <class Visit>
  void each(Visit visit) {
    for (auto& [number, page] : pages_)
      for (std::int64_t i = 0; i < kPage; ++i)
        visit(number * kPage + i, page[static_cast<std::size_t>(i)]);
  }
  void clear() { pages_.clear(); }

 private:
  static constexpr std::int64_t kPage = 256;  // bytes
  std::map<std::int64_t, std::array<Cell, kPage>> pages_;
};

}  // namespace differential
