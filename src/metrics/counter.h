// Numbers that a running program counts about itself. Rooms keep them as members of plain structs
// that their owner hands in; nothing registers itself. Any thread may change or read them at any
// time; each is exact by itself, and a set of them read together may be a moment apart.
#pragma once

#include <atomic>
#include <cstdint>

namespace strait::metrics {

// Only grows.
class Counter {
 public:
  void add(std::uint64_t by = 1) noexcept { value_.fetch_add(by, std::memory_order_relaxed); }
  std::uint64_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

// What there is now: connections, bytes of buffers.
class Gauge {
 public:
  void add(std::int64_t by) noexcept { value_.fetch_add(by, std::memory_order_relaxed); }
  void set(std::int64_t to) noexcept { value_.store(to, std::memory_order_relaxed); }
  std::int64_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::int64_t> value_{0};
};

}  // namespace strait::metrics
