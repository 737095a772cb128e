#include "sys/range_lock.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <thread>

#include "sys/hook.h"

namespace strait::sys {
namespace {

constexpr Duration kFirstPause = std::chrono::microseconds(100);
constexpr Duration kLongestPause = std::chrono::milliseconds(20);

struct flock request(short type, const Extent& range) {
  struct flock made {};
  made.l_type = type;
  made.l_whence = SEEK_SET;
  made.l_start = static_cast<off_t>(range.offset);
  made.l_len = static_cast<off_t>(range.length);
  return made;
}

}  // namespace

// F_OFD_SETLKW has no time limit but a signal, which a library must not use; so we ask again.
Result<RangeLock> RangeLock::acquire(int fd, LockKind kind, const Extent& range, Duration wait) {
  struct flock wanted = request(kind == LockKind::read ? F_RDLCK : F_WRLCK, range);
  Duration waited{0};
  for (Duration pause = kFirstPause;; pause = std::min(2 * pause, kLongestPause)) {
    int failure = injected(Call::lock);
    if (failure == 0 && ::fcntl(fd, F_OFD_SETLK, &wanted) != 0) failure = errno;
    if (failure == 0) return RangeLock(fd, range);
    if (failure == EINTR) continue;
    if (failure != EAGAIN && failure != EACCES) return os_error(failure, "locking a byte range");
    if (waited >= wait) {
      return error(ErrorKind::locked, "another program holds a lock on bytes {} to {}",
                   range.offset, range.end());
    }
    std::this_thread::sleep_for(pause);
    waited += pause;
  }
}

RangeLock::~RangeLock() {
  if (fd_ < 0) return;
  struct flock wanted = request(F_UNLCK, range_);
  ::fcntl(fd_, F_OFD_SETLK, &wanted);
}

}  // namespace strait::sys
