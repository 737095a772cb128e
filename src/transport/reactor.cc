#include "transport/reactor.h"

#define ASIO_STANDALONE
#define ASIO_NO_DEPRECATED
#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/post.hpp>
#include <asio/steady_timer.hpp>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace strait::transport {
namespace {

Error reactor_error(const std::error_code& code, std::string_view doing) {
  return os_error(code.value(), doing);
}

class AsioWatch final : public Watch {
 public:
  AsioWatch(asio::io_context& context, int descriptor) : stream_(context, descriptor) {}
  // The descriptor is the connection's: it must not be closed here.
  ~AsioWatch() override { stream_.release(); }

  void notify_readable(std::function<void()> ready) override {
    notify(asio::posix::descriptor_base::wait_read, std::move(ready));
  }
  void notify_writable(std::function<void()> ready) override {
    notify(asio::posix::descriptor_base::wait_write, std::move(ready));
  }

 private:
  void notify(asio::posix::descriptor_base::wait_type what, std::function<void()> ready) {
    // Asio's objects are not for two threads at once, and one may send while another receives.
    const std::lock_guard lock(mutex_);
    stream_.async_wait(what, [ready = std::move(ready)](const std::error_code& code) {
      if (code != asio::error::operation_aborted) ready();
    });
  }

  std::mutex mutex_;
  asio::posix::stream_descriptor stream_;  // guarded by mutex_
};

}  // namespace

struct Reactor::Core {
  explicit Core(Options o)
      : options(o), context(static_cast<int>(o.threads)), work(context.get_executor()) {}

  const Options options;
  asio::io_context context;
  asio::executor_work_guard<asio::io_context::executor_type> work;

  std::mutex mutex;
  std::condition_variable stop_called;
  bool stopped = false;              // guarded by mutex
  std::vector<std::thread> threads;  // guarded by mutex

  void serve() {
    // Callbacks are bound not to throw; one that does is a bug that must not go unseen.
    context.run();
  }
};

Result<std::unique_ptr<Reactor>> Reactor::create(Options options) {
  if (options.threads == 0 || options.threads > kThreadsMax) {
    return error(ErrorKind::invalid_argument, "a reactor has 1 to {} threads, not {}", kThreadsMax,
                 options.threads);
  }
  try {
    auto core = std::make_unique<Core>(options);
    // Asio makes its epoll descriptor with the first object that needs it: let it fail here.
    asio::steady_timer(core->context).cancel();
    (void)asio::posix::stream_descriptor(core->context);
    return std::unique_ptr<Reactor>(new Reactor(std::move(core)));
  } catch (const std::system_error& failure) {
    return reactor_error(failure.code(), "making a reactor");
  }
}

Reactor::Reactor(std::unique_ptr<Core> core) : core_(std::move(core)) {}

Reactor::~Reactor() { stop(); }

Status Reactor::start() {
  const std::lock_guard lock(core_->mutex);
  try {
    for (unsigned i = 0; i < core_->options.threads && !core_->stopped; ++i) {
      core_->threads.emplace_back([core = core_.get()] { core->serve(); });
    }
  } catch (const std::system_error& failure) {
    return reactor_error(failure.code(), "starting a reactor's threads");
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
    core_->context.stop();
    core_->stop_called.notify_all();
    for (const auto& thread : core_->threads) {
      if (thread.get_id() == std::this_thread::get_id()) return;
    }
    ended.swap(core_->threads);
  }
  for (auto& thread : ended) thread.join();
}

void Reactor::post(std::function<void()> work) { asio::post(core_->context, std::move(work)); }

void Reactor::post_at(Instant when, std::function<void()> work) {
  auto timer = std::make_unique<asio::steady_timer>(core_->context, when);
  auto& waiting = *timer;
  waiting.async_wait(
      [timer = std::move(timer), work = std::move(work)](const std::error_code&) { work(); });
}

Result<std::unique_ptr<Watch>> Reactor::watch(int descriptor) {
  try {
    return std::unique_ptr<Watch>(std::make_unique<AsioWatch>(core_->context, descriptor));
  } catch (const std::system_error& failure) {
    return reactor_error(failure.code(), "watching a descriptor");
  }
}

}  // namespace strait::transport
