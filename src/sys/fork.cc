#include "sys/fork.h"

#include <pthread.h>

namespace strait::sys {

void run_in_forked_children(void (*run)()) noexcept { ::pthread_atfork(nullptr, nullptr, run); }

}  // namespace strait::sys
