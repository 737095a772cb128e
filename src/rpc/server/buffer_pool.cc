#include "rpc/server/buffer_pool.h"

#include <atomic>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

namespace strait::rpc {
namespace {

constexpr std::size_t kAlignment = 4096;  // of chunks, for the sake of page-wise copies

// Large buffers are chunks, of which a part is used: memory that is kept has its pages, and memory
// from the system would cost a fault for each.
bool is_chunk(std::size_t size) {
  return size >= BufferPool::kChunkSize / 2 && size <= BufferPool::kChunkSize;
}

std::byte* allocate(std::size_t size) {
  if (!is_chunk(size)) return static_cast<std::byte*>(std::malloc(size));
  return static_cast<std::byte*>(std::aligned_alloc(kAlignment, BufferPool::kChunkSize));
}

}  // namespace

std::size_t BufferPool::memory_for(std::size_t size) { return is_chunk(size) ? kChunkSize : size; }

struct Buffer::Home : std::enable_shared_from_this<Buffer::Home> {
  struct Waiter {
    std::size_t size;
    std::function<void(Buffer)> granted;
  };

  explicit Home(std::size_t max) : bytes_max(max) {}
  ~Home() {
    for (std::byte* chunk : idle) std::free(chunk);
  }

  const std::size_t bytes_max;

  std::mutex mutex;
  // Guarded by mutex:
  std::size_t bytes_out = 0;
  std::vector<std::byte*> idle;
  std::deque<Waiter> waiters;
  bool serving = false;  // some thread grants to waiters, and looks again before it stops
  std::atomic<bool> pressed{false};  // !waiters.empty(); read without the mutex

  // With the mutex held: accounts for and finds memory, or nullptr.
  std::byte* take(std::size_t size) {
    if (BufferPool::memory_for(size) > bytes_max - bytes_out) return nullptr;
    std::byte* data = nullptr;
    if (is_chunk(size) && !idle.empty()) {
      data = idle.back();
      idle.pop_back();
    } else {
      data = allocate(size);
    }
    if (data != nullptr) bytes_out += BufferPool::memory_for(size);
    return data;
  }

  // One thread at a time hands out what comes back. Who wants nothing any more gives its buffer
  // back at once, from within `granted`: that goes to the next in the loop below, not in a call
  // within a call for each of them.
  void give_back(std::byte* data, std::size_t size) noexcept {
    std::unique_lock lock(mutex);
    bytes_out -= BufferPool::memory_for(size);
    if (is_chunk(size) && idle.size() < BufferPool::kIdleChunksMax) {
      idle.push_back(data);
    } else {
      std::free(data);
    }
    if (std::exchange(serving, true)) return;
    while (!waiters.empty()) {
      std::byte* found = take(waiters.front().size);
      if (found == nullptr) break;
      Waiter next = std::move(waiters.front());
      waiters.pop_front();
      pressed.store(!waiters.empty(), std::memory_order_relaxed);
      lock.unlock();
      next.granted(Buffer(shared_from_this(), found, next.size));
      next.granted = nullptr;
      lock.lock();
    }
    serving = false;
  }
};

void Buffer::release() noexcept {
  if (data_ == nullptr) return;
  const std::shared_ptr<Home> home = std::move(home_);
  home->give_back(std::exchange(data_, nullptr), std::exchange(size_, 0));
}

BufferPool::BufferPool(std::size_t bytes_max) : home_(std::make_shared<Buffer::Home>(bytes_max)) {}

BufferPool::~BufferPool() {
  std::deque<Buffer::Home::Waiter> abandoned;
  std::lock_guard lock(home_->mutex);
  abandoned.swap(home_->waiters);
}

Buffer BufferPool::try_take(std::size_t size) {
  std::lock_guard lock(home_->mutex);
  if (!home_->waiters.empty()) return {};
  std::byte* data = home_->take(size);
  if (data == nullptr) return {};
  return Buffer(home_, data, size);
}

void BufferPool::wait_for(std::size_t size, std::function<void(Buffer)> granted) {
  Buffer now;
  {
    std::lock_guard lock(home_->mutex);
    if (BufferPool::memory_for(size) <= home_->bytes_max) {
      std::byte* data = home_->waiters.empty() ? home_->take(size) : nullptr;
      if (data == nullptr) {
        home_->waiters.push_back({size, std::move(granted)});
        home_->pressed.store(true, std::memory_order_relaxed);
        return;
      }
      now = Buffer(home_, data, size);
    }
  }
  granted(std::move(now));
}

std::size_t BufferPool::bytes_max() const noexcept { return home_->bytes_max; }

std::size_t BufferPool::bytes_out() const noexcept {
  std::lock_guard lock(home_->mutex);
  return home_->bytes_out;
}

bool BufferPool::under_pressure() const noexcept {
  return home_->pressed.load(std::memory_order_relaxed);
}

}  // namespace strait::rpc
