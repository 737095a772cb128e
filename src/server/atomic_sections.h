// Makes accesses in atomic mode one critical section each, also those that are larger than what the
// storage driver is given at a time. Files share locks by chance, which costs time and nothing
// else.
//
// Thread-safe; a section blocks the calling thread while another access of the file has it.
#pragma once

#include <array>
#include <mutex>

#include "server/file_key.h"

namespace strait::server {

class AtomicSections {
 public:
  // Whatever export the file is reached by.
  std::unique_lock<std::mutex> enter(const storage::ObjectId& file) {
    return std::unique_lock(locks_[ObjectHash()(file) % kLocks]);
  }

 private:
  static constexpr std::size_t kLocks = 64;
  std::array<std::mutex, kLocks> locks_;
};

}  // namespace strait::server
