// A transfer under way. Copies share it. Dropping every copy does not cancel it: the transfer goes
// on and uses the caller's memory until it is done.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/result.h"

namespace strait::client {

struct Transfer {
  std::uint64_t count = 0;   // bytes moved
  bool end_of_file = false;  // a read met the end of the file
};

class Pending;  // the shared state

class Operation {
 public:
  Operation() = default;  // empty: done, nothing moved
  explicit Operation(std::shared_ptr<Pending> pending);

  // Blocks until done; this thread drives the connection where nobody else does. May be called
  // again.
  Result<Transfer> wait();
  // Moves what can move without blocking, and says whether the transfer is done.
  bool test();
  // Done already? Does not move anything.
  bool done() const;
  // Gives up what has not been sent. The operation ends soon, as cancelled or as done.
  void cancel();
  // Data moves on the client's I/O thread from now on, without anybody in wait or test.
  void detach();

 private:
  std::shared_ptr<Pending> pending_;
};

}  // namespace strait::client
