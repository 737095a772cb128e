#include "storage/memory/file_data.h"

#include <algorithm>
#include <cstring>

namespace strait::storage {

bool ChunkBudget::take() {
  if (used_.fetch_add(1) < chunks_max_) return true;
  --used_;
  return false;
}

std::size_t FileData::read(std::uint64_t offset, MutableBytes data) const {
  if (offset >= live_.size) return 0;
  const std::size_t length = std::min<std::uint64_t>(data.size(), live_.size - offset);
  auto chunk = live_.chunks.lower_bound(offset / kChunkSize);
  for (std::size_t done = 0; done < length;) {
    const std::uint64_t at = offset + done;
    const std::size_t within = at % kChunkSize;
    const std::size_t part = std::min(length - done, kChunkSize - within);
    while (chunk != live_.chunks.end() && chunk->first < at / kChunkSize) ++chunk;
    if (chunk != live_.chunks.end() && chunk->first == at / kChunkSize) {
      std::memcpy(data.data() + done, chunk->second->bytes.data() + within, part);
    } else {
      std::memset(data.data() + done, 0, part);
    }
    done += part;
  }
  return length;
}

Result<FileData::Chunk*> FileData::writable(std::uint64_t index) {
  std::shared_ptr<Chunk>& chunk = live_.chunks[index];
  if (!chunk) {
    if (!budget_.take()) {
      live_.chunks.erase(index);
      return error(ErrorKind::no_space, "writing: the memory export is full");
    }
    chunk = std::make_shared<Chunk>();
  } else if (chunk.use_count() > 1) {
    chunk = std::make_shared<Chunk>(*chunk);
  }
  return chunk.get();
}

Status FileData::write(std::uint64_t offset, ConstBytes data) {
  for (std::size_t done = 0; done < data.size();) {
    const std::uint64_t at = offset + done;
    const std::size_t within = at % kChunkSize;
    const std::size_t part = std::min(data.size() - done, kChunkSize - within);
    STRAIT_ASSIGN(Chunk* const chunk, writable(at / kChunkSize));
    std::memcpy(chunk->bytes.data() + within, data.data() + done, part);
    done += part;
    live_.size = std::max(live_.size, at + part);
  }
  return {};
}

void FileData::resize(std::uint64_t size) {
  if (size < live_.size) {
    // Whole chunks beyond the end go; the last one's tail must read as zeros if the file grows.
    const auto first_gone = live_.chunks.lower_bound((size + kChunkSize - 1) / kChunkSize);
    budget_.give_back(static_cast<std::uint64_t>(std::distance(first_gone, live_.chunks.end())));
    live_.chunks.erase(first_gone, live_.chunks.end());
    if (const std::size_t within = size % kChunkSize;
        within != 0 && live_.chunks.contains(size / kChunkSize)) {
      // The chunk is there, so making it writable takes nothing from the budget.
      Chunk* const last = *writable(size / kChunkSize);
      std::fill(last->bytes.begin() + static_cast<std::ptrdiff_t>(within), last->bytes.end(),
                std::byte{0});
    }
  }
  live_.size = size;
}

Status FileData::allocate(std::uint64_t size) {
  const std::uint64_t wanted = size / kChunkSize + 1;
  if (wanted > live_.chunks.size() && wanted - live_.chunks.size() > budget_.free() + 1) {
    return error(ErrorKind::no_space, "reserving {} bytes: the memory export is full", size);
  }
  live_.size = std::max(live_.size, size);
  return {};
}

void FileData::commit() {
  if (keep_committed_) committed_ = live_;
}

void FileData::power_cut() {
  if (!keep_committed_) return;
  budget_.give_back(live_.chunks.size());
  live_ = committed_;
  // What was committed had its place before; the capacity may be passed for a moment, never lost.
  budget_.give_back(0 - live_.chunks.size());
}

}  // namespace strait::storage
