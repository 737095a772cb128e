#include "server/server.h"

#include <algorithm>
#include <utility>

#include "server/recovery.h"
#include "server/session.h"

namespace strait::server {
namespace {

wire::Limits limits_for(std::size_t memory) {
  wire::Limits limits;
  limits.segment_size = static_cast<std::uint32_t>(rpc::BufferPool::kChunkSize);
  limits.bytes_max = memory;
  // One body must leave room for others.
  limits.body_max = static_cast<std::uint32_t>(std::min<std::size_t>(limits.body_max, memory / 2));
  limits.layout_max = std::min(limits.layout_max, limits.body_max - wire::kBodyMaxLeast);
  return limits;
}

// Clients of an earlier server that have not come back after so long never will.
void forget_those_who_stay_away(const std::shared_ptr<Core>& core) {
  const std::vector<wire::Id> before = core->replies.clients();
  if (before.empty()) return;
  core->network.post_at(core->clock.now() + ClientTable::kAbsenceMax,
                        [weak = std::weak_ptr<Core>(core), before] {
                          const auto alive = weak.lock();
                          if (!alive) return;
                          for (const wire::Id& id : before) {
                            if (!alive->clients.knows(id)) alive->replies.forget_client(id);
                          }
                        });
}

}  // namespace

Result<std::unique_ptr<Server>> Server::create(ServerOptions options,
                                               const ServerEnvironment& environment) {
  if (options.memory < kMemoryLeast) {
    return error(ErrorKind::invalid_argument, "{} bytes of memory; the least is {}", options.memory,
                 kMemoryLeast);
  }
  STRAIT_ASSIGN(ExportTable exports, ExportTable::create(std::move(options.exports)));
  auto core = std::make_shared<Core>(environment.network, environment.workers, environment.clock,
                                     environment.log, environment.journal, std::move(exports),
                                     options.key, environment.random.next(), options.host_verifier,
                                     options.memory, options.view_memory);
  core->id = options.id;
  core->software = std::move(options.software);
  core->limits = limits_for(options.memory);
  STRAIT_ASSIGN(const Journal::Contents kept, environment.journal.load());
  STRAIT_TRY(core->replies.load(kept.records));
  core->pointers.load(kept.counters);
  STRAIT_TRY(recover(*core));
  forget_those_who_stay_away(core);
  return std::unique_ptr<Server>(new Server(std::move(core), options.defer_everything));
}

Server::Server(std::shared_ptr<Core> core, bool defer_everything)
    : core_(std::move(core)),
      end_({.service = *this,
            .pool = core_->pool,
            .network = core_->network,
            .workers = core_->workers,
            .clock = core_->clock,
            .log = core_->log,
            .traffic = core_->counters.traffic,
            .defer_everything = defer_everything}) {}

Server::~Server() { core_->write_back->abandon(); }

std::unique_ptr<rpc::Session> Server::connect(std::weak_ptr<rpc::Peer> peer) {
  return std::make_unique<Session>(core_, std::move(peer));
}

void Server::listen(std::unique_ptr<transport::Listener> listener) {
  end_.listen(std::move(listener));
}

void Server::drain(Instant deadline, std::function<void()> drained) {
  end_.drain(deadline, [core = core_, drained = std::move(drained)] {
    core->workers.post([core, drained] {
      core->write_back->flush();
      drained();
    });
  });
}

}  // namespace strait::server
