#include "rpc/server/buffer_pool.h"

#include <atomic>
#include <cstdlib>
#include <map>
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
  std::map<std::uint64_t, Waiter> waiters;  // in the order in which they came
  std::uint64_t waiters_made = 0;
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

  void give_back(std::byte* data, std::size_t size) noexcept {
    std::unique_lock lock(mutex);
    bytes_out -= BufferPool::memory_for(size);
    if (is_chunk(size) && idle.size() < BufferPool::kIdleChunksMax) {
      idle.push_back(data);
    } else {
      std::free(data);
    }
    serve(lock);
  }

  // One who wanted more than there is may have stood before others.
  void leave(std::uint64_t serial) noexcept {
    decltype(waiters)::node_type left;  // outlives the lock
    std::unique_lock lock(mutex);
    left = waiters.extract(serial);
    if (!left) return;
    pressed.store(!waiters.empty(), std::memory_order_relaxed);
    serve(lock);
  }

  // One thread at a time hands out what there is. Who wants nothing any more gives its buffer back
  // at once, from within `granted`: that goes to the next in this loop, not in a call within a call
  // for each of them.
  void serve(std::unique_lock<std::mutex>& lock) noexcept {
    if (std::exchange(serving, true)) return;
    while (!waiters.empty()) {
      std::byte* found = take(waiters.begin()->second.size);
      if (found == nullptr) break;
      auto next = waiters.extract(waiters.begin());
      pressed.store(!waiters.empty(), std::memory_order_relaxed);
      lock.unlock();
      next.mapped().granted(Buffer(shared_from_this(), found, next.mapped().size));
      next = {};
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
  decltype(home_->waiters) abandoned;
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

BufferPool::Wait BufferPool::wait_for(std::size_t size, std::function<void(Buffer)> granted) {
  Buffer now;
  {
    std::lock_guard lock(home_->mutex);
    if (BufferPool::memory_for(size) <= home_->bytes_max) {
      std::byte* data = home_->waiters.empty() ? home_->take(size) : nullptr;
      if (data == nullptr) {
        const std::uint64_t serial = ++home_->waiters_made;
        home_->waiters.emplace(serial, Buffer::Home::Waiter{size, std::move(granted)});
        home_->pressed.store(true, std::memory_order_relaxed);
        return {home_, serial};
      }
      now = Buffer(home_, data, size);
    }
  }
  granted(std::move(now));
  return {};
}

BufferPool::Wait::~Wait() {
  if (home_) home_->leave(serial_);
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
