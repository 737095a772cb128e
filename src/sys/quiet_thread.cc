#include "sys/quiet_thread.h"

#include <csignal>
#include <utility>

namespace strait::sys {

std::thread quiet_thread(std::function<void()> body) {
  // A new thread inherits the mask of the one that makes it.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(std::move(body));
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace strait::sys
