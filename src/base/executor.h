// Where work runs that nobody waits for on the spot: a pool of threads in a real process, an event
// queue under a simulated clock in a test. Functions posted must not throw. Any thread may post.
#pragma once

#include <functional>

#include "base/clock.h"

namespace strait {

class Executor {
 public:
  virtual ~Executor() = default;
  // Runs `work` soon, after this call has returned.
  virtual void post(std::function<void()> work) = 0;
  // Runs `work` once the clock has reached `when`. There is no cancelling: work checks whether it
  // is still wanted.
  virtual void post_at(Instant when, std::function<void()> work) = 0;
};

}  // namespace strait
