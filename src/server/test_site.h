// A server in a simulation, for tests: one export "data" in memory that outlives restarts, and
// connections to it. The same files may be offered as "again", too.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "base/simulation.h"
#include "server/memory_journal.h"
#include "server/server.h"
#include "server/test_client.h"
#include "storage/decorator.h"
#include "storage/memory/memory_driver.h"
#include "transport/loopback/network.h"

namespace strait::server {

// A disk in memory that asks the test before each call.
struct TestDisk : storage::Decorator {
  TestDisk() : Decorator(std::make_unique<storage::MemoryDriver>(storage::MemoryOptions{})) {}
  std::function<Status(const storage::DriverCall&)> hook;
  int writes = 0;

 private:
  Status before(const storage::DriverCall& call) override {
    if (call.operation == storage::Operation::write) ++writes;
    return hook ? hook(call) : Status();
  }
};

// A journal in memory that can be out of order.
struct TestJournal final : Journal {
  MemoryJournal inner;
  int fail_after = -1;  // puts that still work; -1: all

  Result<Contents> load() override { return inner.load(); }
  Status put(const Key& key, ConstBytes value, std::span<const Counter> counters) override {
    if (fail_after == 0) return error(ErrorKind::io, "the journal's disk is gone");
    if (fail_after > 0) --fail_after;
    return inner.put(key, value, counters);
  }
  Status erase(const wire::Id& client, std::uint64_t first, std::uint64_t last) override {
    return inner.erase(client, first, last);
  }
};

// Workers that work only when told: a disk that takes its time.
class HeldExecutor final : public Executor {
 public:
  void post(std::function<void()> work) override { held_.push_back(std::move(work)); }
  void post_at(Instant, std::function<void()> work) override { post(std::move(work)); }
  bool run_one() {
    if (held_.empty()) return false;
    const auto work = std::move(held_.front());
    held_.erase(held_.begin());
    work();
    return true;
  }

 private:
  std::vector<std::function<void()>> held_;
};

class TestSite {
 public:
  struct Options {
    std::uint64_t seed = 1;
    std::size_t memory = 64 << 20;
    bool defer_everything = false;
    bool read_only = false;
    bool offered_twice = false;
    std::shared_ptr<storage::Driver> driver;
    Executor* workers = nullptr;  // the simulation's
  };

  explicit TestSite(Options given)
      : options(std::move(given)),
        random(options.seed),
        simulation(options.seed),
        network(simulation, random) {
    if (!options.driver) {
      options.driver = std::make_shared<storage::MemoryDriver>(storage::MemoryOptions{});
    }
    start();
  }
  TestSite() : TestSite(Options{}) {}

  void start() {
    ServerOptions settings;
    settings.exports.push_back(
        {.name = "data", .driver = options.driver, .read_only = options.read_only});
    if (options.offered_twice) {
      settings.exports.push_back({.name = "again", .driver = options.driver, .read_only = false});
    }
    settings.memory = options.memory;
    settings.defer_everything = options.defer_everything;
    settings.host_verifier = 7;
    auto made = Server::create(
        std::move(settings),
        {.network = simulation,
         .workers = options.workers ? *options.workers : static_cast<Executor&>(simulation),
         .clock = simulation.clock(),
         .random = random,
         .log = log,
         .journal = journal});
    server = std::move(*made);
    server->listen(std::move(*network.listen("server")));
  }
  // As if the process had been killed and started again.
  void restart() {
    server.reset();
    start();
  }

  TestClient connect() {
    return TestClient(simulation, std::move(*network.connect("server", simulation.clock().now())));
  }
  // Lets what is under way arrive.
  void settle(Duration time = std::chrono::milliseconds(1)) {
    simulation.run_until(simulation.clock().now() + time);
  }
  // A connection that has said HELLO.
  TestClient client(std::uint64_t epoch = 1, std::uint8_t id = 1) {
    TestClient made = connect();
    made.hello(epoch, id);
    return made;
  }

  static wire::Name name(std::string path) { return wire::PathName{"data", std::move(path)}; }
  // A new empty file.
  wire::Handle create(TestClient& client, std::string path) {
    return client
        .ask(wire::Operation::create, wire::CreateArgs{.replay = {}, .name = name(std::move(path))})
        .as<wire::CreateResults>()
        .file;
  }

  Options options;
  SeededRandom random;
  SimulatedExecutor simulation;
  transport::loopback::Network network;
  SilentLog log;
  TestJournal journal;
  std::unique_ptr<Server> server;
};

inline wire::WriteArgs write_at(const wire::Handle& file, std::uint64_t sequence,
                                std::uint64_t offset, std::uint64_t length,
                                wire::Durability wanted = wire::Durability::written) {
  wire::WriteArgs args;
  args.file = file;
  args.sequence = sequence;
  args.wanted = wanted;
  args.target = wire::ExtentList{{{offset, length}}};
  return args;
}

inline wire::ReadArgs read_at(const wire::Handle& file, std::uint64_t offset,
                              std::uint64_t length) {
  wire::ReadArgs args;
  args.file = file;
  args.target = wire::ExtentList{{{offset, length}}};
  return args;
}

// Bytes that tell where they are.
inline std::vector<std::byte> pattern(std::size_t size, std::uint64_t seed = 1) {
  SeededRandom random(seed);
  std::vector<std::byte> bytes(size);
  for (std::byte& b : bytes) b = static_cast<std::byte>(random.next());
  return bytes;
}

}  // namespace strait::server
