// straitd: offers directories to Strait clients. Wires the parts together, and says so when they
// serve.
#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "daemon/exports.h"
#include "daemon/listening.h"
#include "daemon/log_sink.h"
#include "daemon/options.h"
#include "server/server.h"
#include "server/state_directory.h"
#include "sys/environment.h"
#include "sys/random.h"
#include "sys/service.h"
#include "transport/reactor.h"

namespace strait::daemon {
namespace {

constexpr int kExitFailure = 1;  // something outside was in the way
constexpr int kExitUsage = 2;    // the command line is wrong

// For requests under way when the server is told to stop.
constexpr Duration kDrainTime = std::chrono::seconds(5);

// A server that was killed a moment ago may not have left its directory yet.
constexpr Duration kPredecessorTime = std::chrono::seconds(3);
constexpr Duration kLookAgainAfter = std::chrono::milliseconds(20);

Result<server::State> open_state(const std::string& directory, Log& log) {
  const SteadyClock clock;
  const Instant latest = clock.now() + kPredecessorTime;
  for (bool waiting = false;; waiting = true) {
    auto state = server::open_state_directory(directory);
    if (state || state.error().kind != ErrorKind::busy || clock.now() >= latest) return state;
    if (!waiting) {
      log.warning("another server uses the state directory; waiting for its end",
                  {{"directory", directory}, {"otherwise", "--state-dir gives each its own"}});
    }
    std::this_thread::sleep_for(kLookAgainAfter);
  }
}

Result<std::unique_ptr<transport::Reactor>> start_threads(unsigned count) {
  STRAIT_ASSIGN(auto reactor, transport::Reactor::create({.threads = count}));
  STRAIT_TRY(reactor->start());
  return reactor;
}

void notify_manager(std::string_view state) {
  const auto socket = sys::environment("NOTIFY_SOCKET");
  // A manager that does not listen is no reason not to serve.
  if (socket) (void)sys::notify_service_manager(*socket, state);
}

Status drain(server::Server& server) {
  struct Done {
    std::mutex mutex;
    std::condition_variable changed;
    bool yes = false;
  };
  const auto done = std::make_shared<Done>();
  server.drain(SteadyClock().now() + kDrainTime, [done] {
    std::lock_guard lock(done->mutex);
    done->yes = true;
    done->changed.notify_all();
  });
  std::unique_lock lock(done->mutex);
  // Connections are cut at the deadline; the rest of the time is for what was received.
  if (done->changed.wait_for(lock, 2 * kDrainTime, [&] { return done->yes; })) return {};
  return error(ErrorKind::timed_out, "requests were still running when the server had to stop");
}

// Whatever makes an end of serving: the threads end before the server does, which they drive.
struct Stopper {
  transport::Reactor& network;
  transport::Reactor& workers;
  ~Stopper() {
    network.stop();
    workers.stop();
  }
};

Status serve(const Options& options, Log& log) {
  STRAIT_ASSIGN(server::State state, open_state(options.state_directory, log));
  STRAIT_ASSIGN(sys::TerminationSignals signals, sys::TerminationSignals::create());
  if (auto raised = sys::raise_descriptor_limit(); !raised) {
    log.warning("few descriptors", {{"error", to_string(raised.error())}});
  }
  sys::SystemRandom random;
  const SteadyClock clock;
  server::ServerOptions settings;
  settings.memory = options.memory;
  settings.software = "straitd " STRAIT_VERSION;
  settings.host_verifier = server::host_verifier();
  settings.key = state.key;
  settings.id = state.id;
  STRAIT_ASSIGN(settings.exports, open_exports(options, log));

  // Both call the file systems: the network's threads for what should be quick, the workers for
  // what waits for a disk.
  STRAIT_ASSIGN(const auto workers, start_threads(options.threads));
  STRAIT_ASSIGN(const auto network, start_threads(std::max(2U, options.threads)));
  STRAIT_ASSIGN(const auto server,
                server::Server::create(std::move(settings), {.network = *network,
                                                             .workers = *workers,
                                                             .clock = clock,
                                                             .random = random,
                                                             .log = log,
                                                             .journal = *state.journal}));
  const Stopper stopper{*network, *workers};

  for (const std::string& address : options.listen) {
    STRAIT_ASSIGN(const std::string reached, listen(*server, *network, address));
    log.info("listening", {{"address", reached}});
    std::printf("straitd: ready on %s\n", reached.c_str());
  }
  std::fflush(stdout);
  notify_manager("READY=1");

  STRAIT_ASSIGN(const int signal, signals.wait());
  notify_manager("STOPPING=1");
  log.info("stopping", {{"signal", signal}});
  return drain(*server);
}

int run(std::span<const char* const> arguments) {
  const auto parsed =
      parse(arguments, [](std::string_view name) { return sys::environment(name); });
  if (!parsed) {
    std::fprintf(stderr, "straitd: %s\nTry 'straitd --help'.\n", parsed.error().what.c_str());
    return kExitUsage;
  }
  if (const auto* answer = std::get_if<Answer>(&*parsed)) {
    std::fputs(answer->text.c_str(), stdout);
    return 0;
  }
  const Options& options = std::get<Options>(*parsed);
  const std::unique_ptr<Log> log = log_to_standard_error(options.log_level);
  if (const Status served = serve(options, *log); !served) {
    log->error("straitd ends", {{"error", to_string(served.error())}});
    return kExitFailure;
  }
  return 0;
}

}  // namespace
}  // namespace strait::daemon

int main(int count, char** arguments) {
  return strait::daemon::run(
      std::span(const_cast<const char* const*>(arguments), static_cast<std::size_t>(count))
          .subspan(1));
}
