// The MPICH family: MPIX_Grequest_start, whose poll function MPI calls while it tests and waits.
#include "mpiio/completion.h"
#include "mpiio/mpi.h"

#if STRAIT_REQUESTS_POLL

#include <atomic>
#include <mutex>
#include <thread>

namespace strait::mpiio {
namespace {

using Shared = std::shared_ptr<Request>;

// While a program waits for a request of ours alone, MPICH moves none of its messages: a peer that
// we wait for would wait for us. Testing a receive that never matches makes it move them.
class Progress {
 public:
  void move() noexcept {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;  // another thread is at it
    if (never_ == MPI_REQUEST_NULL && !start()) return;
    int done = 0;
    PMPI_Test(&never_, &done, MPI_STATUS_IGNORE);
  }

  void end() noexcept {
    const std::lock_guard lock(mutex_);
    if (never_ == MPI_REQUEST_NULL) return;
    PMPI_Cancel(&never_);
    PMPI_Wait(&never_, MPI_STATUS_IGNORE);
    PMPI_Comm_free(&own_);
  }

 private:
  bool start() noexcept {
    if (PMPI_Comm_dup(MPI_COMM_SELF, &own_) != MPI_SUCCESS) return false;
    return PMPI_Irecv(&nothing_, 1, MPI_BYTE, 0, 0, own_, &never_) == MPI_SUCCESS;
  }

  std::mutex mutex_;
  MPI_Comm own_ = MPI_COMM_NULL;
  MPI_Request never_ = MPI_REQUEST_NULL;
  char nothing_ = 0;
};

Progress& progress() {
  static auto* const one = new Progress;
  return *one;
}

bool complete_if_done(Request& request) {
  if (request.completed) return true;
  if (!request.operation.done()) return false;
  request.completed = true;
  PMPI_Grequest_complete(request.mpi_request);
  return true;
}

int poll(void* state, MPI_Status*) {
  Request& request = **static_cast<Shared*>(state);
  if (!complete_if_done(request)) progress().move();
  return MPI_SUCCESS;
}

// MPICH counts on every one of them being complete afterwards.
int wait(int count, void** states, double, MPI_Status*) {
  for (int i = 0; i < count; ++i) {
    Request& request = **static_cast<Shared*>(states[i]);
    while (!complete_if_done(request)) {
      progress().move();
      std::this_thread::yield();
    }
  }
  return MPI_SUCCESS;
}

}  // namespace

Done begin_completion(const Shared& shared, void* state, MPI_Request* request) {
  STRAIT_TRY(checked(
      PMPIX_Grequest_start(request_callbacks::query, request_callbacks::release,
                           request_callbacks::cancel, poll, wait, state, &shared->mpi_request),
      "MPIX_Grequest_start"));
  *request = shared->mpi_request;
  return {};
}

void end_completions() noexcept { progress().end(); }

}  // namespace strait::mpiio

#endif
