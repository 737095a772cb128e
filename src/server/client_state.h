// What the server remembers of one client process, across its connections: the epoch in force, what
// runs for it, and what it has written. The rule kept here (protocol/spec.md, Order and replay): a
// connection of a newer epoch is answered only when every request of the older ones has finished or
// is discarded, so that nothing stale can run later.
//
// Shared by all that acts for the client. Thread-safe; nothing blocks; peers are woken and closed
// without the lock.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "rpc/server/service.h"
#include "server/file_key.h"
#include "server/write_record.h"
#include "wire/heads.h"

namespace strait::server {

class ClientState : public std::enable_shared_from_this<ClientState> {
 public:
  // Files whose writes are remembered; those with nothing open are forgotten beyond that.
  static constexpr std::size_t kFilesMax = 4096;

  explicit ClientState(const wire::Id& id) : id_(id) {}

  const wire::Id& id() const { return id_; }

  // One request under way. Destroying it says that the request has finished or is discarded.
  class Ticket {
   public:
    Ticket() = default;
    Ticket(std::shared_ptr<ClientState> client, std::uint64_t epoch)
        : client_(std::move(client)), epoch_(epoch) {}
    Ticket(Ticket&&) = default;
    Ticket& operator=(Ticket&&) = delete;
    ~Ticket() {
      if (client_) client_->leave(epoch_);
    }
    explicit operator bool() const { return client_ != nullptr; }

   private:
    std::shared_ptr<ClientState> client_;
    std::uint64_t epoch_ = 0;
  };

  // Makes this the client's connection and closes the one before. False: there is one that is as
  // new or newer.
  bool claim(std::uint64_t epoch, std::weak_ptr<rpc::Peer> peer);
  // Whether nothing of an epoch before this one runs any more. If not, the peer that claimed will
  // be woken.
  bool only(std::uint64_t epoch);
  // An empty ticket: the epoch is over.
  Ticket enter(std::uint64_t epoch);
  // The connection of this epoch has ended.
  void disconnect(std::uint64_t epoch, Instant now);
  // Since when it has no connection; nothing while it has one, or something runs.
  std::optional<Instant> absent_since() const;

  // ---- Writes
  // A WRITE has been begun; the number is for write_stopped, when its request has ended in whatever
  // way. exhausted: too many are open.
  Result<std::uint64_t> write_received(const FileKey& file, std::uint64_t sequence);
  void write_stopped(const FileKey& file, std::uint64_t number);
  // The last number given out, and whether all up to a number have stopped; if not, `peer` is woken
  // when more have.
  std::uint64_t writes_begun(const FileKey& file) const;
  bool writes_stopped(const FileKey& file, std::uint64_t up_to, std::weak_ptr<rpc::Peer> peer);
  void write_settled(const FileKey& file, std::uint64_t sequence);
  void write_lost(const FileKey& file, Error error);
  std::optional<Error> take_write_failure(const FileKey& file);
  std::uint64_t written_up_to(const FileKey& file) const;

 private:
  void leave(std::uint64_t epoch);
  bool older_runs(std::uint64_t epoch) const {
    return !older_running_.empty() && older_running_.begin()->first < epoch;
  }

  const wire::Id id_;

  mutable std::mutex mutex_;
  // Guarded by mutex_:
  std::uint64_t epoch_ = 0;
  std::weak_ptr<rpc::Peer> peer_;
  std::size_t running_ = 0;                             // requests of epoch_
  std::map<std::uint64_t, std::size_t> older_running_;  // those of older ones, by epoch
  bool connected_ = false;
  Instant absent_since_{};
  std::unordered_map<FileKey, WriteRecord> writes_;
  std::vector<std::weak_ptr<rpc::Peer>> await_writes_;
};

}  // namespace strait::server
