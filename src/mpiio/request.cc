#include "mpiio/request.h"

#include "mpiio/completion.h"
#include "mpiio/enter.h"
#include "mpiio/file_table.h"

namespace strait::mpiio {
namespace {

using Shared = std::shared_ptr<Request>;

Request& request_of(void* state) { return **static_cast<Shared*>(state); }

// With the file's lock: the next sync or close tells this, unless it has something to tell already.
void keep_failure(OpenFile& file, const Error& error) {
  if (!file.deferred) file.deferred = failure(error_class_of(error.kind), "{}", error.what);
}

void remember(OpenFile& file, const client::Operation& operation) {
  const std::lock_guard lock(file.mutex);
  std::erase_if(file.in_flight, [&](client::Operation& other) {
    if (!other.done()) return false;
    // Its request may have been freed, and MPI not yet told that it has ended.
    if (const auto moved = other.wait(); !moved) keep_failure(file, moved.error());
    return true;
  });
  file.in_flight.push_back(operation);
}

// A failure that the program will not hear of by waiting is told by the next sync or close.
void defer(const Request& request, const Error& error) {
  OpenFile* file = find_file(request.file);
  if (file == nullptr) return;
  const std::lock_guard lock(file->mutex);
  if (!file->deferred)
    file->deferred = failure(error_class_of(error.kind), "an earlier {} failed: {}",
                             request.function, client::explanation(error));
}

}  // namespace

Done start_request(const char* function, OpenFile& file, const Access& access,
                   MPI_Request* request) {
  STRAIT_ASSIGN(const Prepared prepared, prepare(file, access));
  client::Operation operation;
  if (prepared.memory.size > 0) operation = start(file, access.direction, prepared);
  operation.detach();
  remember(file, operation);
  auto shared = std::make_shared<Request>(file.handle, function, operation, prepared.datatype);
  auto state = std::make_unique<Shared>(shared);
  STRAIT_TRY(begin_completion(shared, state.get(), request));
  state.release();  // MPI's now; `release` deletes it
  return {};
}

Done wait_for_requests(OpenFile& file) {
  std::vector<client::Operation> waiting;
  {
    const std::lock_guard lock(file.mutex);
    waiting.swap(file.in_flight);
    if (file.split) waiting.push_back(file.split->operation);
  }
  std::optional<Error> failed;
  for (client::Operation& operation : waiting) {
    const Result<client::Transfer> moved = operation.wait();
    if (!moved && !failed) failed = moved.error();
  }
  const std::lock_guard lock(file.mutex);
  if (failed) keep_failure(file, *failed);
  if (!file.deferred) return {};
  Failure told = std::move(*file.deferred);
  file.deferred.reset();
  return told;
}

namespace request_callbacks {

// The data has been moved, or never will be. A failure goes to the file's handler, and to the next
// sync or close, because the status of MPI_Wait has no room for it.
int query(void* state, MPI_Status* status) {
  Request& request = request_of(state);
  const Result<client::Transfer> moved = request.operation.wait();
  set_count(status, moved ? moved->count : 0);
  if (moved) return MPI_SUCCESS;
  OpenFile* file = find_file(request.file);
  if (!request.reported && file != nullptr) {
    request.reported = true;
    defer(request, moved.error());
    const Failure failed{error_class_of(moved.error().kind), client::explanation(moved.error())};
    const int code = fail_on_file(*file, request.function, failed);
    if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = code;
  }
  return MPI_SUCCESS;
}

int release(void* state) {
  auto* const shared = static_cast<Shared*>(state);
  Request& request = **shared;
  if (!request.reported && request.operation.done()) {
    if (const auto moved = request.operation.wait(); !moved) defer(request, moved.error());
  }
  delete shared;
  return MPI_SUCCESS;
}

// An access cannot be taken back once it may have reached the file.
int cancel(void*, int) { return MPI_SUCCESS; }

}  // namespace request_callbacks

}  // namespace strait::mpiio
