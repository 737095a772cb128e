// One epoll descriptor and one queue, shared by all threads: whoever is free takes the next event
// or the next piece of work, so that a thread that is busy holds up only what it holds.
#include "transport/reactor.h"

#include <array>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <queue>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "sys/epoll.h"
#include "sys/poll.h"
#include "transport/watch_table.h"

namespace strait::transport {
namespace {

// A thread takes so many events at a time; the others leave their callbacks alone meanwhile.
constexpr std::size_t kEventsTaken = 16;
// So much posted work in a row, then events have their turn.
constexpr int kWorkInARow = 64;
// A sleep ends at the latest after this, timers or not; epoll counts in int milliseconds.
constexpr Duration kSleepMax = std::chrono::hours(1);

using Work = std::function<void()>;

struct Timer {
  Instant when;
  std::uint64_t sequence;  // of two for the same instant, the older first
  Work work;
};
struct Later {
  bool operator()(const Timer& a, const Timer& b) const {
    return a.when != b.when ? a.when > b.when : a.sequence > b.sequence;
  }
};

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
  std::priority_queue<Timer, std::vector<Timer>, Later> timers;
  std::uint64_t timers_made = 0;
  unsigned sleepers = 0;    // threads that would not notice work by themselves
  bool waking_one = false;  // signalled, and no sleeper is up yet

  // With mutex held. One at a time: who wakes up and finds more than it can take wakes the next.
  void wake_a_sleeper() {
    if (sleepers == 0 || waking_one) return;
    waking_one = true;
    sys::signal_event(waker.get());
  }

  void post(Work work) {
    const std::lock_guard lock(mutex);
    queue.push_back(std::move(work));
    // A thread of ours takes it up itself when its callback is done.
    if (serving != this || queue.size() > 1) wake_a_sleeper();
  }

  void post_at(Instant when, Work work) {
    const std::lock_guard lock(mutex);
    timers.push({when, timers_made++, std::move(work)});
    if (serving != this && timers.top().when == when) wake_a_sleeper();
  }

  // With mutex held.
  void queue_due_timers(Instant now) {
    while (!timers.empty() && timers.top().when <= now) {
      // top() is const because changing the order would break the heap.
      queue.push_back(std::move(const_cast<Timer&>(timers.top()).work));
      timers.pop();
    }
  }

  // With mutex held. Rounded up: waking early would only mean going to sleep again.
  int milliseconds_to_sleep(Instant now) const {
    if (timers.empty()) return -1;
    const Duration left = std::min(timers.top().when - now, kSleepMax);
    return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(left).count());
  }

  void serve() {
    serving = this;
    while (const auto timeout_ms = run_queue()) take_events(*timeout_ms);
    serving = nullptr;
  }

  // For how long to wait for events then; nothing: stopped. Not 0: this thread counts as a sleeper.
  std::optional<int> run_queue() {
    for (int i = 0;; ++i) {
      Work work;
      {
        const std::lock_guard lock(mutex);
        if (stopped) return std::nullopt;
        const Instant now = timers.empty() ? Instant() : SteadyClock().now();
        queue_due_timers(now);
        if (queue.empty()) {
          ++sleepers;
          return milliseconds_to_sleep(now);
        }
        if (i == kWorkInARow) return 0;
        work = std::move(queue.front());
        queue.pop_front();
        if (!queue.empty()) wake_a_sleeper();
      }
      work();
    }
  }

  void take_events(int timeout_ms) {
    std::array<epoll_event, kEventsTaken> events;
    const int count = sys::epoll_take(epoll.get(), events, timeout_ms);
    bool woken = false;
    for (int i = 0; i < count; ++i) {
      woken = woken || events[static_cast<std::size_t>(i)].data.u64 == WatchTable::kForeignTag;
    }
    {
      const std::lock_guard lock(mutex);
      if (timeout_ms != 0) --sleepers;
      if (woken) {
        waking_one = false;
        if (stopped) wake_a_sleeper();  // and that one the next
      }
    }
    for (int i = 0; i < count; ++i) {
      const auto& event = events[static_cast<std::size_t>(i)];
      if (event.data.u64 == WatchTable::kForeignTag) continue;
      for (Work& due : watches.take_due(event.data.u64, event.events)) {
        if (due) due();
        due = nullptr;  // what it owned goes now, not when all are done
      }
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
