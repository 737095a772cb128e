// Nonblocking access as generalized requests (MPI-4.0 chapter 13). The client's I/O thread moves
// the data. How MPI learns that it has ended depends on the family (completion.h); who hears of a
// failure does not: the file's error handler, called from the program's own wait or test, never
// MPI_COMM_WORLD's.
#pragma once

#include <memory>

#include "mpiio/access.h"

namespace strait::mpiio {

// One nonblocking access. Shared by MPI, which asks for its status, and by whoever completes it.
class Request {
 public:
  Request(MPI_File handle, const char* function_name, client::Operation op,
          std::shared_ptr<const Datatype> type)
      : file(handle),
        function(function_name),
        operation(std::move(op)),
        datatype(std::move(type)) {}

  const MPI_File file;
  const char* const function;
  client::Operation operation;
  const std::shared_ptr<const Datatype> datatype;
  MPI_Request mpi_request = MPI_REQUEST_NULL;
  bool completed = false;  // MPI has been told; by one thread
  bool reported = false;   // the program has been told; by the program's threads
};

Done start_request(const char* function, OpenFile& file, const Access& access,
                   MPI_Request* request);

// Waits for everything that is under way; what failed and was never waited for is the answer.
Done wait_for_requests(OpenFile& file);

namespace request_callbacks {
int query(void* state, MPI_Status* status);
int release(void* state);
int cancel(void* state, int complete);
}  // namespace request_callbacks

}  // namespace strait::mpiio
