// A connection's share of the thread that drives it: after so much, others have their turn. Pure;
// used by the working thread.
#pragma once

#include <cstdint>

#include "rpc/server/limits.h"

namespace strait::rpc {

class Turn {
 public:
  void begin() { bytes_ = requests_ = 0; }
  void add_bytes(std::uint64_t bytes) { bytes_ += bytes; }  // moved, either way
  void add_request() { ++requests_; }
  bool over() const { return bytes_ >= kTurnBytes || requests_ >= kTurnRequests; }
  bool over_with_next_request() const { return requests_ + 1 >= kTurnRequests; }

 private:
  std::uint64_t bytes_ = 0;
  std::uint64_t requests_ = 0;
};

}  // namespace strait::rpc
