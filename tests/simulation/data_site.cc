#include "data_site.h"

#include <utility>

namespace strait::simulation {

DataSite::DataSite(SimulatedExecutor& executor, transport::loopback::Network& network,
                   Random& random, bool reorder)
    : executor_(executor),
      network_(network),
      random_(random),
      workers_(executor, random),
      reorder_(reorder) {
  auto memory = std::make_unique<storage::MemoryDriver>(storage::MemoryOptions{.durability = true});
  memory_ = memory.get();
  disk_ = std::make_shared<BusyDisk>(std::move(memory), random_);
  start();
}

void DataSite::start() {
  server::ServerOptions options;
  options.exports.push_back({.name = "data", .driver = disk_, .read_only = false});
  options.memory = 16 << 20;
  options.host_verifier = host_verifier_;
  options.defer_everything = reorder_;
  auto made = server::Server::create(std::move(options), {.network = executor_,
                                                          .workers = workers_,
                                                          .clock = executor_.clock(),
                                                          .random = random_,
                                                          .log = log_,
                                                          .journal = journal_});
  server_ = std::move(*made);
  server_->listen(std::move(*network_.listen(kAddress)));
}

void DataSite::kill() {
  server_.reset();
  network_.sever(kAddress);
}

void DataSite::cut_power() {
  kill();
  memory_->power_cut();
  ++host_verifier_;
}

}  // namespace strait::simulation
