// The shared file pointer of an open file, where all ranks act together. A pointer never goes back:
// seeking, and setting a view, gives the ranks another one, which begins where it should. So
// neither costs a request that the ranks would have to wait for.
#pragma once

#include "mpiio/access.h"

namespace strait::mpiio {

// Collective: gives an ordered access of all ranks its offset. A rank whose access is wrong takes
// part with nothing, and fails alone.
Done place_in_order(OpenFile& file, Access& access);

// All ranks, with the same `etypes`, after they have synchronised: from now on the pointer is
// there.
Done move_shared_pointer(OpenFile& file, std::int64_t etypes);

// Collective: where the pointer is, after all that the ranks have done so far.
Answer<std::int64_t> shared_position(OpenFile& file);

// Before the file is closed, after the ranks have synchronised.
Done drop_shared_pointer(OpenFile& file);

}  // namespace strait::mpiio
