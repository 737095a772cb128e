// Whether one thread is enough for what a reactor has to do, by how much of a processor its process
// uses. Pure. Used under its owner's lock.
//
// A thread that serves alone finds the next message by itself; were others waiting too, each
// message that comes while it is still at work would wake one of them for nothing. But alone it
// serves one connection after the other.
#pragma once

#include "base/clock.h"

namespace strait::transport {

class Calm {
 public:
  // How long it is looked on before the others are sent to rest.
  static constexpr Duration kWindow = std::chrono::milliseconds(10);

  explicit operator bool() const { return calm_; }
  // Whether there is something to look at by now; while it is calm, at any time.
  bool due(Instant now) const { return calm_ || now - looked_ >= kWindow; }
  // `used`: processor time so far. More than five sixths of a processor since the last look is too
  // much for one thread; less than two thirds is not.
  void look(Instant now, Duration used) {
    const Duration passed = now - looked_;
    const Duration worked = used - used_;
    calm_ = calm_ ? 6 * worked <= 5 * passed : 3 * worked < 2 * passed;
    looked_ = now;
    used_ = used;
  }

 private:
  bool calm_ = true;
  Instant looked_{};
  Duration used_{};
};

}  // namespace strait::transport
