// One epoll descriptor and one queue, shared by all threads: whoever is free takes the next event
// or the next piece of work.
//
// As long as that is enough (Calm) only one thread sleeps until there are events, and the others
// rest. One of those is the guard: it keeps the timers, and looks now and then (Vigil), while
// anything happens, whether one thread is still enough, and whether any has been free to take
// events: if none was, it goes and takes them itself, those too that another has taken from the
// kernel and not come to. So a thread that is busy holds up only what
// it holds, and others for a moment. Where it is not calm all threads sleep until there are events.
#include "transport/reactor.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "sys/epoll.h"
#include "sys/poll.h"
#include "sys/processor_time.h"
#include "transport/calm.h"
#include "transport/timer_queue.h"
#include "transport/vigil.h"
#include "transport/watch_table.h"

namespace strait::transport {
namespace {

// A thread takes so many events at a time.
constexpr std::size_t kEventsTaken = 16;
// So much posted work in a row, then events have their turn.
constexpr int kWorkInARow = 64;
// A sleep ends at the latest after this, timers or not; epoll counts in int milliseconds.
constexpr Duration kSleepMax = std::chrono::hours(1);

using Work = std::function<void()>;

// The reactor whose callbacks the current thread runs.
thread_local const void* serving = nullptr;

}  // namespace

struct Reactor::Core {
  Core(Options o, sys::UniqueFd e, sys::UniqueFd w)
      : options(o),
        epoll(std::move(e)),
        waker(std::move(w)),
        watches(epoll.get(), [this](Work work) { post(std::move(work)); }) {}

  const Options options;
  const sys::UniqueFd epoll;
  const sys::UniqueFd waker;  // edge-triggered: each signal wakes one sleeper
  WatchTable watches;

  std::mutex mutex;
  std::condition_variable stop_called;
  // All guarded by mutex.
  bool stopped = false;
  std::vector<std::thread> threads;
  std::deque<Work> queue;
  TimerQueue timers;
  std::deque<epoll_event> taken;  // and nobody has come to them yet
  std::uint64_t steps = 0;        // how often any thread has looked what there is to do

  // Sleeping: until there is an event.
  unsigned sleepers = 0;
  bool waking_one = false;  // signalled, and no sleeper is up yet

  // Resting: until called, or until it is no longer calm.
  Calm calm;
  unsigned resting = 0;             // the guard among them
  bool called = false;              // one of them is to get up
  bool guarded = false;             // one of them is the guard
  bool dozing = false;              // and waits without looking
  std::condition_variable rested;   // for the others
  std::condition_variable alerted;  // for the guard

  // With mutex held. One at a time: who wakes up and finds more than it can take wakes the next.
  void wake_a_sleeper() {
    if (sleepers == 0 || waking_one) return;
    waking_one = true;
    sys::signal_event(waker.get());
  }

  // With mutex held: whoever costs least.
  void call_one() {
    if (sleepers != 0) return wake_a_sleeper();
    if (resting == 0 || called) return;
    called = true;
    (resting == 1 && guarded ? alerted : rested).notify_one();
  }

  void post(Work work) {
    const std::lock_guard lock(mutex);
    queue.push_back(std::move(work));
    // A thread of ours takes it up itself when its callback is done.
    if (serving != this || queue.size() > 1) call_one();
  }

  void post_at(Instant when, Work work) {
    const std::lock_guard lock(mutex);
    if (timers.push(when, std::move(work))) guarded ? alerted.notify_one() : wake_a_sleeper();
  }

  void serve() {
    serving = this;
    while (const auto timeout_ms = run_queue()) take_events(*timeout_ms);
    serving = nullptr;
  }

  // For how long to wait for events then; nothing: stopped. Not 0: this thread counts as a sleeper.
  std::optional<int> run_queue() {
    std::unique_lock lock(mutex);
    for (int i = 0;; ++i) {
      ++steps;
      if (stopped) return std::nullopt;
      const Instant now = look_at_time();
      if (queue.empty()) {
        if (!taken.empty()) return 0;
        if (calm && sleepers != 0) {
          rest(lock);
          continue;
        }
        ++sleepers;
        return milliseconds_to_sleep(now);
      }
      if (i >= kWorkInARow) return 0;
      Work work = std::move(queue.front());
      queue.pop_front();
      if (!queue.empty()) call_one();
      lock.unlock();
      work();
      work = nullptr;  // what it owned goes before the lock is taken
      lock.lock();
    }
  }

  // With mutex held. Nothing, and no reading of the clock, where the guard does it.
  Instant look_at_time() {
    if (guarded || (calm && timers.empty())) return {};
    const Instant now = SteadyClock().now();
    while (Work due = timers.take_due(now)) queue.push_back(std::move(due));
    if (!calm && calm.due(now)) calm.look(now, sys::processor_time());
    return now;
  }

  // With mutex held. Rounded up: waking early would only mean going to sleep again.
  int milliseconds_to_sleep(Instant now) const {
    if (guarded || timers.empty()) return -1;
    const Duration left = std::min(timers.next() - now, kSleepMax);
    return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(left).count());
  }

  void rest(std::unique_lock<std::mutex>& lock) {
    ++resting;
    while (!stopped && !called && calm) {
      guarded ? rested.wait(lock) : guard(lock);
    }
    --resting;
    called = false;
  }

  // Until this thread is called, by itself too.
  void guard(std::unique_lock<std::mutex>& lock) {
    const SteadyClock clock;
    Vigil vigil(clock.now(), steps);
    guarded = true;
    while (!stopped && !called && calm) {
      dozing = vigil.dozing();
      const Instant look = vigil.next();
      alerted.wait_until(lock, timers.empty() ? look : std::min(look, timers.next()));
      const Instant now = clock.now();
      if (vigil.dozing() && !dozing) vigil = Vigil(now, steps);
      if (vigil.next() <= now) {
        // Who sleeps does not see what another has taken.
        if (vigil.deserted(now, steps, taken.empty() ? sleepers : 0)) called = true;
        calm.look(now, sys::processor_time());
      }
      if (!timers.empty() && timers.next() <= now) called = true;
    }
    dozing = guarded = false;
    if (!calm) rested.notify_all();  // nobody rests any more
    if (calm && resting > 1) {
      rested.notify_one();  // to be the next guard
    } else {
      wake_a_sleeper();  // who knew nothing of timers
    }
  }

  void take_events(int timeout_ms) {
    std::array<epoll_event, kEventsTaken> room;
    const int count = sys::epoll_take(epoll.get(), room, timeout_ms);
    std::span<const epoll_event> events = std::span(room).first(static_cast<std::size_t>(count));
    const bool woken = std::ranges::any_of(
        events, [](const auto& event) { return event.data.u64 == WatchTable::kForeignTag; });
    bool more = false;
    {
      const std::lock_guard lock(mutex);
      if (timeout_ms != 0) --sleepers;
      if (woken) {
        waking_one = false;
        if (stopped) wake_a_sleeper();  // and that one the next
      }
      if (dozing) {
        dozing = false;
        alerted.notify_one();
      }
      if (events.size() > 1) taken.insert(taken.end(), events.begin() + 1, events.end());
      more = !taken.empty();
    }
    if (!events.empty()) serve_event(events.front());
    for (std::size_t i = 0; more && i < kEventsTaken; ++i) {
      std::unique_lock lock(mutex);
      if (taken.empty() || stopped) return;
      const epoll_event event = taken.front();
      taken.pop_front();
      lock.unlock();
      serve_event(event);
    }
  }

  void serve_event(const epoll_event& event) {
    if (event.data.u64 == WatchTable::kForeignTag) return;
    for (Work& due : watches.take_due(event.data.u64, event.events)) {
      if (due) due();
      due = nullptr;  // what it owned goes now, not when all are done
    }
  }

  // Until none is left: what a callback owns may leave others behind as it goes.
  void drop_everything() {
    for (;;) {
      std::vector<Work> callbacks = watches.take_all();
      std::deque<Work> work;
      decltype(timers) waiting;
      {
        const std::lock_guard lock(mutex);
        work.swap(queue);
        std::swap(waiting, timers);
      }
      if (callbacks.empty() && work.empty() && waiting.empty()) return;
    }
  }
};

Result<std::unique_ptr<Reactor>> Reactor::create(Options options) {
  if (options.threads == 0 || options.threads > kThreadsMax) {
    return error(ErrorKind::invalid_argument, "a reactor has 1 to {} threads, not {}", kThreadsMax,
                 options.threads);
  }
  STRAIT_ASSIGN(sys::UniqueFd epoll, sys::make_epoll());
  STRAIT_ASSIGN(sys::UniqueFd waker, sys::make_event_descriptor());
  STRAIT_TRY(sys::epoll_add(epoll.get(), waker.get(), EPOLLIN | EPOLLET, WatchTable::kForeignTag));
  return std::unique_ptr<Reactor>(
      new Reactor(std::make_unique<Core>(options, std::move(epoll), std::move(waker))));
}

Reactor::Reactor(std::unique_ptr<Core> core) : core_(std::move(core)) {}

Reactor::~Reactor() {
  stop();
  core_->drop_everything();
}

Status Reactor::start() {
  const std::lock_guard lock(core_->mutex);
  try {
    for (unsigned i = 0; i < core_->options.threads && !core_->stopped; ++i) {
      core_->threads.emplace_back([core = core_.get()] { core->serve(); });
    }
  } catch (const std::system_error& failure) {
    return os_error(failure.code().value(), "starting a reactor's threads");
  }
  return {};
}

Status Reactor::run() {
  STRAIT_TRY(start());
  std::unique_lock lock(core_->mutex);
  core_->stop_called.wait(lock, [&] { return core_->stopped; });
  return {};
}

void Reactor::stop() noexcept {
  std::vector<std::thread> ended;
  {
    const std::lock_guard lock(core_->mutex);
    core_->stopped = true;
    core_->wake_a_sleeper();
    core_->rested.notify_all();
    core_->alerted.notify_all();
    core_->stop_called.notify_all();
    for (const auto& thread : core_->threads) {
      if (thread.get_id() == std::this_thread::get_id()) return;
    }
    ended.swap(core_->threads);
  }
  for (auto& thread : ended) thread.join();
}

void Reactor::post(std::function<void()> work) { core_->post(std::move(work)); }

void Reactor::post_at(Instant when, std::function<void()> work) {
  core_->post_at(when, std::move(work));
}

Result<std::unique_ptr<Watch>> Reactor::watch(int descriptor) {
  return core_->watches.watch(descriptor);
}

}  // namespace strait::transport
