// The site where the data is: disk, journal and host outlive the server process, which may be
// killed and started again at any moment; a power cut takes the process, and what was not
// committed.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "base/log.h"
#include "base/random.h"
#include "base/simulation.h"
#include "server/memory_journal.h"
#include "server/server.h"
#include "storage/decorator.h"
#include "storage/memory/memory_driver.h"
#include "transport/loopback/network.h"

namespace strait::simulation {

// Workers that wait for a disk: what they are given runs after a random while, and so out of order.
class SlowWorkers final : public Executor {
 public:
  SlowWorkers(SimulatedExecutor& executor, Random& random) : executor_(executor), random_(random) {}
  void post(std::function<void()> work) override {
    const auto pause = std::chrono::microseconds(random_.below(4000));
    executor_.post_at(executor_.clock().now() + pause, std::move(work));
  }
  void post_at(Instant when, std::function<void()> work) override {
    executor_.post_at(when, std::move(work));
  }

 private:
  SimulatedExecutor& executor_;
  Random& random_;
};

// The site's disk. The server may have to put off a read at any time.
class BusyDisk final : public storage::Decorator {
 public:
  BusyDisk(std::unique_ptr<storage::MemoryDriver> disk, Random& random)
      : Decorator(std::move(disk)), random_(random) {}

 private:
  Status before(const storage::DriverCall& call) override {
    if (call.operation != storage::Operation::read || !random_.chance(1, 20)) return {};
    return Error{ErrorKind::exhausted, Retry::later, 0, "the server is busy"};
  }

  Random& random_;
};

class DataSite {
 public:
  static constexpr const char* kAddress = "site";

  DataSite(SimulatedExecutor& executor, transport::loopback::Network& network, Random& random,
           bool reorder);

  void start();
  // The process is gone from one moment to the next; connections die with it.
  void kill();
  // The same for the whole host.
  void cut_power();
  bool running() const { return server_ != nullptr; }

  storage::MemoryDriver& disk() { return *memory_; }

 private:
  SimulatedExecutor& executor_;
  transport::loopback::Network& network_;
  Random& random_;
  SlowWorkers workers_;
  const bool reorder_;  // requests run in any order, as a server with many threads has it
  SilentLog log_;
  storage::MemoryDriver* memory_ = nullptr;  // disk_'s
  std::shared_ptr<BusyDisk> disk_;
  server::MemoryJournal journal_;
  std::uint64_t host_verifier_ = 1;
  std::unique_ptr<server::Server> server_;
};

}  // namespace strait::simulation
