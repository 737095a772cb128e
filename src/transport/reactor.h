// The threads of a server: an executor whose threads also wait for descriptors. Only daemons make
// one; a client waits on its own threads and has none.
//
// Owned by main, which makes it first and destroys it last: every Connection, Listener and Watch
// made with it must be gone before, or be owned by callbacks that it still holds (these are
// destroyed, not run, with it). `post` and `post_at` may be called from any thread, before `start`
// and after `stop` too. Callbacks must not block for long: while one does, its thread serves
// nobody. Where one thread is enough for what there is, the others rest; an event then waits two
// milliseconds at most for a thread that is held up (while there is another one).
#pragma once

#include <functional>
#include <memory>

#include "transport/notifier.h"

namespace strait::transport {

class Reactor final : public Notifier {
 public:
  struct Options {
    unsigned threads = 1;
  };
  static constexpr unsigned kThreadsMax = 256;
  // invalid_argument where `threads` is 0 or more than kThreadsMax; exhausted without descriptors.
  static Result<std::unique_ptr<Reactor>> create(Options options);

  // Stops.
  ~Reactor() override;
  Reactor(const Reactor&) = delete;
  Reactor& operator=(const Reactor&) = delete;

  // Starts the threads. Called once.
  Status start();
  // Starts them and blocks until `stop`.
  Status run();
  // No callback begins any more; waits for those that run, unless called from one of them.
  // Idempotent.
  void stop() noexcept;

  void post(std::function<void()> work) override;
  void post_at(Instant when, std::function<void()> work) override;
  Result<std::unique_ptr<Watch>> watch(int descriptor) override;

 private:
  struct Core;
  explicit Reactor(std::unique_ptr<Core> core);

  std::unique_ptr<Core> core_;
};

}  // namespace strait::transport
