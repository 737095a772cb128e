// The memory that requests pass through, bounded for the whole server: payload chunks, large
// bodies, data acknowledged as received. Whoever cannot get a buffer waits in a queue, first come
// first served; that wait is the server's back-pressure. Chunks of the usual size are kept and
// handed out again, the last one returned first, because it is still in the processor's cache.
//
// Threads: any. Nothing blocks. Buffers may outlive the pool object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "base/bytes.h"

namespace strait::rpc {

class BufferPool;

// A piece of the pool's memory; gives it back when destroyed. Empty after a move.
class Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept
      : home_(std::move(other.home_)),
        data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    if (this != &other) {
      release();
      home_ = std::move(other.home_);
      data_ = std::exchange(other.data_, nullptr);
      size_ = std::exchange(other.size_, 0);
    }
    return *this;
  }
  ~Buffer() { release(); }

  explicit operator bool() const noexcept { return data_ != nullptr; }
  std::size_t size() const noexcept { return size_; }  // bytes
  MutableBytes bytes() const noexcept { return {data_, size_}; }
  void release() noexcept;

 private:
  friend class BufferPool;
  struct Home;
  Buffer(std::shared_ptr<Home> home, std::byte* data, std::size_t size)
      : home_(std::move(home)), data_(data), size_(size) {}

  std::shared_ptr<Home> home_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

class BufferPool {
 public:
  // The usual size of a buffer: one payload segment.
  static constexpr std::size_t kChunkSize = std::size_t{1} << 20;  // bytes
  // Idle chunks beyond this many go back to the system.
  static constexpr std::size_t kIdleChunksMax = 16;

  explicit BufferPool(std::size_t bytes_max);
  ~BufferPool();
  BufferPool(const BufferPool&) = delete;
  BufferPool& operator=(const BufferPool&) = delete;

  // What a buffer of that size takes of the pool's bound: from half a chunk on, a whole one.
  static std::size_t memory_for(std::size_t size);
  // A buffer of exactly `size` bytes, or an empty one if the pool has no room or somebody waits.
  Buffer try_take(std::size_t size);
  // A place in the queue, left when destroyed; a buffer that is just being granted may still come.
  class Wait {
   public:
    Wait() = default;
    Wait(Wait&& other) noexcept : home_(std::move(other.home_)), serial_(other.serial_) {}
    Wait& operator=(Wait&& other) noexcept {
      std::swap(home_, other.home_);
      std::swap(serial_, other.serial_);
      return *this;
    }
    ~Wait();

   private:
    friend class BufferPool;
    Wait(std::shared_ptr<Buffer::Home> home, std::uint64_t serial)
        : home_(std::move(home)), serial_(serial) {}

    std::shared_ptr<Buffer::Home> home_;
    std::uint64_t serial_ = 0;
  };

  // Queues for a buffer; `granted` runs once, from the thread that makes room, holding no lock of
  // the pool; that thread may hold others, so it should do no more than pass the buffer on. A size
  // that the pool could never give is granted as an empty buffer, at once.
  [[nodiscard]] Wait wait_for(std::size_t size, std::function<void(Buffer)> granted);

  std::size_t bytes_max() const noexcept;
  std::size_t bytes_out() const noexcept;
  // Somebody is waiting: whoever holds memory that it can do without should give it back.
  bool under_pressure() const noexcept;

 private:
  std::shared_ptr<Buffer::Home> home_;
};

}  // namespace strait::rpc
