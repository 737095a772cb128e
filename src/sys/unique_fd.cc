#include "sys/unique_fd.h"

#include <unistd.h>

namespace strait::sys {

// EINTR is not retried: on Linux the descriptor is gone either way.
void close_descriptor(int fd) noexcept { ::close(fd); }

}  // namespace strait::sys
