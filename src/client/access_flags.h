// How a data access is made; defaults are the fast way.
#pragma once

namespace strait::client {

struct AccessFlags {
  bool atomic = false;  // one critical section at the server, answered only when written
  bool sieving =
      true;  // false: the server never reads, modifies and writes back (romio_ds_write=disable)
};

}  // namespace strait::client
