// What a socket needs in order to call back when it is ready. The Reactor implements it; a program
// that only waits (the client library) has none, and then nothing of the Reactor is linked.
#pragma once

#include <functional>
#include <memory>

#include "base/executor.h"
#include "base/result.h"

namespace strait::transport {

// What the caller knows of the descriptor when it asks for a notification.
enum class Readiness : unsigned char {
  unknown,    // look: it may be ready already
  exhausted,  // the last call met its end (would_block, or fewer bytes than asked for): what comes
              // now is news, and nobody needs to look
};

// One descriptor under watch. Any thread may call. Each callback runs once on the executor, when
// the descriptor is ready or its connection is lost or shut down; at most one of each kind may be
// pending. Now and then one comes although there is nothing to be had (the bytes that it was about
// have been taken meanwhile): would_block, and ask again. Destroying the Watch drops pending
// callbacks without running them. The descriptor must stay open until then.
class Watch {
 public:
  virtual ~Watch() = default;
  virtual void notify_readable(Readiness known, std::function<void()> ready) = 0;
  virtual void notify_writable(std::function<void()> ready) = 0;
};

class Notifier : public Executor {
 public:
  virtual Result<std::unique_ptr<Watch>> watch(int descriptor) = 0;
};

}  // namespace strait::transport
