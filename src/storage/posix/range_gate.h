// Byte ranges of one file, shared or exclusive, among the threads of this process: what the
// kernel's locks cannot do for threads that share a descriptor. Requests are served in order of
// arrival where they overlap, so nobody starves. A thread holds one range at a time.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>

#include "base/bytes.h"

namespace strait::storage {

class RangeGate {
 public:
  enum class Mode : std::uint8_t {
    shared,     // plain writes: among themselves as the kernel orders them
    exclusive,  // read, modify and write back; atomic accesses
  };

 private:
  struct Request {
    Extent range;
    Mode mode;
  };

 public:
  // Waits for its range; leaves when destroyed.
  class Pass {
   public:
    Pass(RangeGate& gate, const Extent& range, Mode mode);
    ~Pass();
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

   private:
    RangeGate& gate_;
    std::list<Request> here_;  // spliced into the gate's list: no allocation under its mutex
    std::list<Request>::iterator place_;
  };

 private:
  bool may_enter(std::list<Request>::const_iterator place) const;

  std::mutex mutex_;
  std::condition_variable left_;
  std::list<Request> requests_;  // guarded by mutex_; in order of arrival, granted or waiting
  int waiting_ = 0;              // guarded by mutex_
};

}  // namespace strait::storage
