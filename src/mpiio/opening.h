// What a rank must know to go on with a file that rank 0 opened: its handle, how large it was, and
// the name that rank 0 understood. Travels by broadcast, in the native form of the ranks' host.
#pragma once

#include <cstddef>
#include <vector>

#include "client/client.h"
#include "mpiio/failure.h"

namespace strait::mpiio {

struct Opening {
  client::RemoteName name;
  wire::Handle handle{};
  wire::Id instance{};     // of its shared file pointer
  std::uint64_t size = 0;  // bytes, when it was opened
  int amode = 0;           // rank 0's

  std::vector<std::byte> bytes() const;
  static Answer<Opening> of(ConstBytes bytes);
};

// The access modes that MPI allows together (section 14.2.1). Errors: MPI_ERR_AMODE.
Done check_amode(int amode);

// Rank 0's part: LOOKUP or CREATE, as the access mode says.
Answer<Opening> open_at_server(client::Client& client, const client::RemoteName& name, int amode);

}  // namespace strait::mpiio
