// Families without MPIX_Grequest_start: one thread waits for what is under way and tells MPI.
#include "mpiio/completion.h"
#include "mpiio/mpi.h"

#if !STRAIT_REQUESTS_POLL

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "mpiio/process.h"
#include "mpiio/thread_level.h"
#include "sys/quiet_thread.h"

namespace strait::mpiio {
namespace {

using Shared = std::shared_ptr<Request>;

void complete(const Shared& request) {
  request->completed = true;
  PMPI_Grequest_complete(request->mpi_request);
}

class Completer {
 public:
  // The thread starts with the first request.
  void add(Shared request) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(request));
    if (!thread_.joinable()) thread_ = sys::quiet_thread([this] { run(); });
    changed_.notify_one();
  }

  void end() noexcept {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
      changed_.notify_one();
    }
    if (thread_.joinable()) thread_.join();
    const std::lock_guard lock(mutex_);
    ending_ = false;
    thread_ = std::thread();
  }

 private:
  // Waits for the oldest, and then completes whatever has ended meanwhile as well.
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      const Shared oldest = waiting_.front();
      lock.unlock();
      (void)oldest->operation.wait();
      lock.lock();
      std::deque<Shared> ended;
      std::erase_if(waiting_, [&](const Shared& request) {
        if (!request->operation.done()) return false;
        ended.push_back(request);
        return true;
      });
      lock.unlock();
      for (const Shared& request : ended) complete(request);
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Shared> waiting_;  // guarded by mutex_
  bool ending_ = false;         // guarded by mutex_
  std::thread thread_;          // guarded by mutex_ but for joining
};

Completer& completer() {
  static auto* const one = new Completer;
  return *one;
}

void say_once() {
  static std::once_flag said;
  std::call_once(said, [] {
    Process::instance().log().info(
        "nonblocking operations end before their call returns: MPI runs below MPI_THREAD_MULTIPLE");
  });
}

}  // namespace

Done begin_completion(const Shared& shared, void* state, MPI_Request* request) {
  STRAIT_TRY(checked(PMPI_Grequest_start(request_callbacks::query, request_callbacks::release,
                                         request_callbacks::cancel, state, &shared->mpi_request),
                     "MPI_Grequest_start"));
  *request = shared->mpi_request;
  if (may_complete_from_another_thread()) {
    completer().add(shared);
  } else {
    say_once();
    (void)shared->operation.wait();
    complete(shared);
  }
  return {};
}

void end_completions() noexcept { completer().end(); }

}  // namespace strait::mpiio

#endif
