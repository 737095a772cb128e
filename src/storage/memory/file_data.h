// The bytes of one file in memory: chunks by index, holes where nothing was written, and beside
// them the image that the last commit covered. Chunks are shared between the two images until
// written (copy on write). Not thread-safe: the node's lock guards it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>

#include "base/bytes.h"
#include "base/result.h"

namespace strait::storage {

inline constexpr std::size_t kChunkSize = 64 * 1024;  // bytes

// Chunks in use by all files of one driver, against its capacity.
class ChunkBudget {
 public:
  explicit ChunkBudget(std::uint64_t bytes) : chunks_max_(bytes / kChunkSize) {}
  bool take();
  void give_back(std::uint64_t chunks) { used_ -= chunks; }
  std::uint64_t free() const {
    const std::uint64_t used = used_;
    return used < chunks_max_ ? chunks_max_ - used : 0;
  }

 private:
  const std::uint64_t chunks_max_;
  std::atomic<std::uint64_t> used_{0};
};

class FileData {
 public:
  FileData(ChunkBudget& budget, bool keep_committed)
      : budget_(budget), keep_committed_(keep_committed) {}
  ~FileData() { budget_.give_back(live_.chunks.size()); }
  FileData(const FileData&) = delete;
  FileData& operator=(const FileData&) = delete;

  std::uint64_t size() const { return live_.size; }
  std::uint64_t allocated() const { return live_.chunks.size() * kChunkSize; }

  // Copies what lies in [offset, offset + data.size()) and before the end; returns how much.
  std::size_t read(std::uint64_t offset, MutableBytes data) const;
  Status write(std::uint64_t offset, ConstBytes data);
  void resize(std::uint64_t size);
  // Makes the file at least `size` long if there is room for it now; takes none of it yet.
  Status allocate(std::uint64_t size);

  void commit();
  // Back to what the last commit covered.
  void power_cut();

 private:
  struct Chunk {
    std::array<std::byte, kChunkSize> bytes{};
  };
  struct Image {
    std::uint64_t size = 0;
    std::map<std::uint64_t, std::shared_ptr<Chunk>> chunks;
  };

  Result<Chunk*> writable(std::uint64_t index);

  ChunkBudget& budget_;
  const bool keep_committed_;
  Image live_;
  Image committed_;
};

}  // namespace strait::storage
