#include "transport/loopback/network.h"

#include <cerrno>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "transport/loopback/link.h"

namespace strait::transport::loopback {
namespace {

class LoopbackConnection final : public Connection {
 public:
  LoopbackConnection(std::shared_ptr<Link> link, Link::End end)
      : link_(std::move(link)), end_(end) {}
  ~LoopbackConnection() override { link_->abandon(end_); }

  Result<std::size_t> send(std::span<const ConstBytes> buffers) override {
    return link_->send(end_, buffers);
  }
  Result<std::size_t> receive(std::span<const MutableBytes> buffers) override {
    return link_->receive(end_, buffers);
  }
  Result<Interest> wait(Interest interest, Instant deadline) override {
    return link_->wait(end_, interest, deadline);
  }
  void wake() noexcept override { link_->wake(end_); }
  void notify_readable(std::function<void()> ready) override {
    link_->notify_readable(end_, std::move(ready));
  }
  void notify_writable(std::function<void()> ready) override {
    link_->notify_writable(end_, std::move(ready));
  }
  void shutdown() noexcept override { link_->shutdown(end_); }
  std::string describe() const override {
    return link_->name() + (end_ == Link::connector ? " (connected)" : " (accepted)");
  }
  bool may_damage() const noexcept override { return link_->may_damage(); }

 private:
  const std::shared_ptr<Link> link_;
  const Link::End end_;
};

// A listener's name, and those who wait behind it.
struct Door {
  std::mutex mutex;
  bool closed = false;                               // guarded by mutex
  Listener::Accepted accepted;                       // guarded by mutex
  std::vector<std::unique_ptr<Connection>> waiting;  // guarded by mutex; until `accepted` is set

  void enter(std::unique_ptr<Connection> connection) {
    Listener::Accepted call;
    {
      const std::lock_guard lock(mutex);
      if (closed) return;  // the connection ends here, and its peer notices
      if (!accepted) return waiting.push_back(std::move(connection));
      call = accepted;
    }
    call(std::move(connection));
  }
};

}  // namespace

struct Network::State {
  State(World w, Random& r) : world(w), random(r) {}

  const World world;

  std::mutex mutex;
  Random& random;                                         // guarded by mutex
  Scripts scripts;                                        // guarded by mutex
  std::map<std::string, std::shared_ptr<Door>> doors;     // guarded by mutex
  std::map<std::string, std::uint64_t> counts;            // guarded by mutex
  std::multimap<std::string, std::weak_ptr<Link>> links;  // guarded by mutex
  std::size_t links_swept_at = 64;                        // guarded by mutex

  // Sweeps out those that are gone whenever the number has doubled.
  void remember(const std::string& name, const std::shared_ptr<Link>& link) {
    if (links.size() >= links_swept_at) {
      std::erase_if(links, [](const auto& entry) { return entry.second.expired(); });
      links_swept_at = 64 + 2 * links.size();
    }
    links.emplace(name, link);
  }
};

namespace {

class LoopbackListener final : public Listener {
 public:
  LoopbackListener(std::string name, std::shared_ptr<Door> door, Executor& executor,
                   std::function<void()> forget)
      : name_(std::move(name)),
        door_(std::move(door)),
        executor_(executor),
        forget_(std::move(forget)) {}
  ~LoopbackListener() override { close(); }

  void start(Accepted accepted) override {
    std::vector<std::unique_ptr<Connection>> waiting;
    {
      const std::lock_guard lock(door_->mutex);
      door_->accepted = std::move(accepted);
      waiting.swap(door_->waiting);
    }
    for (auto& connection : waiting) {
      // std::function wants what can be copied.
      auto held = std::make_shared<std::unique_ptr<Connection>>(std::move(connection));
      executor_.post([door = door_, held] { door->enter(std::move(*held)); });
    }
  }

  void close() noexcept override {
    std::vector<std::unique_ptr<Connection>> waiting;
    {
      const std::lock_guard lock(door_->mutex);
      if (std::exchange(door_->closed, true)) return;
      waiting.swap(door_->waiting);
    }
    forget_();
  }

  std::string address() const override { return name_; }

 private:
  const std::string name_;
  const std::shared_ptr<Door> door_;
  Executor& executor_;
  const std::function<void()> forget_;
};

}  // namespace

Network::Network(Executor& executor, const Clock& clock, Random& random)
    : state_(std::make_shared<State>(World{executor, clock, nullptr}, random)) {}

Network::Network(SimulatedExecutor& simulation, Random& random)
    : state_(std::make_shared<State>(World{simulation, simulation.clock(), &simulation}, random)) {}

Network::~Network() = default;

Result<std::unique_ptr<Connection>> Network::connect(std::string_view address, Instant) {
  const std::string name(address);
  if (name.empty()) return error(ErrorKind::invalid_argument, "the name is empty");
  std::shared_ptr<Door> door;
  std::shared_ptr<Link> link;
  Script script;
  {
    const std::lock_guard lock(state_->mutex);
    const std::uint64_t nth = state_->counts[name]++;
    if (state_->scripts) script = state_->scripts(name, nth);
    const auto found = state_->doors.find(name);
    if (script.refuse || found == state_->doors.end()) {
      return Error{ErrorKind::unavailable, Retry::later, ECONNREFUSED,
                   fmt::format("cannot connect to {}: nobody listens there", name)};
    }
    door = found->second;
    link = std::make_shared<Link>(state_->world, script, state_->random.next(),
                                  fmt::format("loopback {} #{}", name, nth));
    state_->remember(name, link);
  }
  const World& world = state_->world;
  auto accepted = std::make_shared<std::unique_ptr<Connection>>(
      std::make_unique<LoopbackConnection>(link, Link::listener));
  const Instant now = world.clock.now();
  world.executor.post_at(now + script.to_listener.latency,
                         [door, accepted] { door->enter(std::move(*accepted)); });
  if (script.cut_after) {
    world.executor.post_at(now + *script.cut_after, [weak = std::weak_ptr(link)] {
      if (const auto severed = weak.lock()) severed->sever();
    });
  }
  return std::unique_ptr<Connection>(
      std::make_unique<LoopbackConnection>(std::move(link), Link::connector));
}

Result<std::unique_ptr<Listener>> Network::listen(std::string_view address) {
  std::string name(address);
  if (name.empty()) return error(ErrorKind::invalid_argument, "the name is empty");
  const std::lock_guard lock(state_->mutex);
  const auto [place, fresh] = state_->doors.try_emplace(name);
  if (!fresh) return error(ErrorKind::busy, "listening on {}: another does already", name);
  place->second = std::make_shared<Door>();
  auto forget = [state = state_, name] {
    const std::lock_guard state_lock(state->mutex);
    state->doors.erase(name);
  };
  return std::unique_ptr<Listener>(std::make_unique<LoopbackListener>(
      std::move(name), place->second, state_->world.executor, std::move(forget)));
}

void Network::set_scripts(Scripts scripts) {
  const std::lock_guard lock(state_->mutex);
  state_->scripts = std::move(scripts);
}

void Network::sever(std::string_view address) {
  std::vector<std::shared_ptr<Link>> severed;
  {
    const std::lock_guard lock(state_->mutex);
    const auto [first, last] = state_->links.equal_range(std::string(address));
    for (auto entry = first; entry != last; ++entry) {
      if (auto link = entry->second.lock()) severed.push_back(std::move(link));
    }
  }
  for (const auto& link : severed) link->sever();
}

}  // namespace strait::transport::loopback
