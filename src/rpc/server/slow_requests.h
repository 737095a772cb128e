// The requests of one connection that run on the workers: COMMIT and others that wait for a disk,
// or all of them where the server is told to defer everything. They may be answered in any order.
//
// Owned by the connection. The connection's thread adds, collects and drops; a worker runs one
// request at a time. A request dropped before a worker took it never runs; one that runs then
// finishes, and its result goes nowhere.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

#include "base/executor.h"
#include "rpc/server/service.h"

namespace strait::rpc {

struct SlowRequest {
  wire::FrameHeader header;
  std::unique_ptr<Exchange> exchange;
  struct Part {
    Buffer buffer;
    std::size_t size;
  };
  std::vector<Part> payload;  // not yet given to the exchange
  Buffer room;                // for the reply's payload
  Piece result;               // of the last run
  std::uint32_t ticks = 0;    // since it was begun, or last gave a sign of life
};

class SlowRequests {
 public:
  // `done` is called from the worker whenever something can be collected.
  SlowRequests(Executor& workers, std::function<void()> done);
  ~SlowRequests();

  // Runs it, or its next piece, on a worker.
  void run(std::unique_ptr<SlowRequest> request);
  // Those whose run is over. What is not `result.last` goes to `run` again.
  std::vector<std::unique_ptr<SlowRequest>> collect();
  std::size_t size() const { return running_.size(); }
  // Calls `each(header, ticks)` for those that run.
  void for_each_running(const std::function<void(const wire::FrameHeader&, std::uint32_t&)>& each);
  // Takes back the request of that number if no worker has begun it; otherwise nothing.
  std::unique_ptr<SlowRequest> withdraw(std::uint64_t number);
  // Nothing runs that has not begun, and nothing comes back.
  void drop_all();

 private:
  struct Shared;
  struct Entry {
    wire::FrameHeader header;
    std::uint32_t ticks = 0;
    std::uint64_t serial = 0;
  };

  Executor& workers_;
  std::shared_ptr<Shared> shared_;
  std::list<Entry> running_;
  std::uint64_t serial_ = 0;
};

}  // namespace strait::rpc
