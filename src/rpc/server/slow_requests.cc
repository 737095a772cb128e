#include "rpc/server/slow_requests.h"

#include <algorithm>
#include <map>
#include <utility>

namespace strait::rpc {

struct SlowRequests::Shared {
  explicit Shared(std::function<void()> on_done) : done(std::move(on_done)) {}

  std::mutex mutex;
  // Guarded by mutex:
  std::function<void()> done;                                     // empty: dropped
  std::map<std::uint64_t, std::unique_ptr<SlowRequest>> waiting;  // by serial; not yet taken
  struct Finished {
    std::uint64_t serial;
    std::unique_ptr<SlowRequest> request;
  };
  std::vector<Finished> finished;

  // On a worker.
  void work(std::uint64_t serial) {
    std::unique_ptr<SlowRequest> request;
    {
      std::lock_guard lock(mutex);
      const auto found = waiting.find(serial);
      if (found == waiting.end()) return;
      request = std::move(found->second);
      waiting.erase(found);
    }
    for (SlowRequest::Part& part : request->payload) {
      request->exchange->take(part.buffer, part.size);
      part.buffer.release();
    }
    request->payload.clear();
    request->result = request->exchange->next(request->room.bytes());
    std::function<void()> tell;
    {
      std::lock_guard lock(mutex);
      if (!done) return;  // the request dies here, without the lock
      finished.push_back({serial, std::move(request)});
      tell = done;
    }
    tell();
  }
};

SlowRequests::SlowRequests(Executor& workers, std::function<void()> done)
    : workers_(workers), shared_(std::make_shared<Shared>(std::move(done))) {}

SlowRequests::~SlowRequests() { drop_all(); }

void SlowRequests::run(std::unique_ptr<SlowRequest> request) {
  const std::uint64_t serial = ++serial_;
  running_.push_back({request->header, request->ticks, serial});
  {
    std::lock_guard lock(shared_->mutex);
    shared_->waiting.emplace(serial, std::move(request));
  }
  workers_.post([shared = shared_, serial] { shared->work(serial); });
}

std::vector<std::unique_ptr<SlowRequest>> SlowRequests::collect() {
  std::vector<Shared::Finished> finished;
  {
    std::lock_guard lock(shared_->mutex);
    finished.swap(shared_->finished);
  }
  std::vector<std::unique_ptr<SlowRequest>> requests;
  for (Shared::Finished& one : finished) {
    const auto entry = std::find_if(running_.begin(), running_.end(),
                                    [&](const Entry& e) { return e.serial == one.serial; });
    one.request->ticks = entry->ticks;
    running_.erase(entry);
    requests.push_back(std::move(one.request));
  }
  return requests;
}

void SlowRequests::for_each_running(
    const std::function<void(const wire::FrameHeader&, std::uint32_t&)>& each) {
  for (Entry& entry : running_) each(entry.header, entry.ticks);
}

std::unique_ptr<SlowRequest> SlowRequests::withdraw(std::uint64_t number) {
  const auto entry = std::find_if(running_.begin(), running_.end(),
                                  [&](const Entry& e) { return e.header.request == number; });
  if (entry == running_.end()) return nullptr;
  std::unique_ptr<SlowRequest> withdrawn;
  {
    std::lock_guard lock(shared_->mutex);
    const auto found = shared_->waiting.find(entry->serial);
    if (found == shared_->waiting.end()) return nullptr;
    withdrawn = std::move(found->second);
    shared_->waiting.erase(found);
  }
  running_.erase(entry);
  return withdrawn;
}

void SlowRequests::drop_all() {
  std::map<std::uint64_t, std::unique_ptr<SlowRequest>> waiting;
  std::vector<Shared::Finished> finished;
  {
    std::lock_guard lock(shared_->mutex);
    shared_->done = nullptr;
    waiting.swap(shared_->waiting);
    finished.swap(shared_->finished);
  }
  running_.clear();
}

}  // namespace strait::rpc
