#include "server/client_state.h"

#include <utility>

namespace strait::server {

bool ClientState::claim(std::uint64_t epoch, std::weak_ptr<rpc::Peer> peer) {
  std::weak_ptr<rpc::Peer> before;
  {
    std::lock_guard lock(mutex_);
    if (epoch <= epoch_) return false;
    if (running_ != 0) older_running_[epoch_] = std::exchange(running_, 0);
    epoch_ = epoch;
    before = std::exchange(peer_, std::move(peer));
    connected_ = true;
  }
  if (const auto old = before.lock()) old->close("the client has a newer connection");
  return true;
}

bool ClientState::only(std::uint64_t epoch) {
  std::lock_guard lock(mutex_);
  return !older_runs(epoch);
}

ClientState::Ticket ClientState::enter(std::uint64_t epoch) {
  std::lock_guard lock(mutex_);
  if (epoch != epoch_) return {};
  ++running_;
  return Ticket(shared_from_this(), epoch);
}

void ClientState::leave(std::uint64_t epoch) {
  std::shared_ptr<rpc::Peer> waiting;
  {
    std::lock_guard lock(mutex_);
    if (epoch == epoch_) {
      --running_;
      return;
    }
    const auto count = older_running_.find(epoch);
    if (--count->second != 0) return;
    older_running_.erase(count);
    if (!older_runs(epoch_)) waiting = peer_.lock();
  }
  if (waiting) waiting->wake();
}

void ClientState::disconnect(std::uint64_t epoch, Instant now) {
  std::lock_guard lock(mutex_);
  if (epoch != epoch_) return;
  connected_ = false;
  absent_since_ = now;
}

std::optional<Instant> ClientState::absent_since() const {
  std::lock_guard lock(mutex_);
  if (connected_ || running_ != 0 || !older_running_.empty()) return std::nullopt;
  return absent_since_;
}

Result<std::uint64_t> ClientState::write_received(const FileKey& file, std::uint64_t sequence) {
  std::lock_guard lock(mutex_);
  if (writes_.size() >= kFilesMax && !writes_.contains(file)) {
    std::erase_if(writes_, [](const auto& entry) { return entry.second.idle(); });
    if (writes_.size() >= kFilesMax) {
      return error(ErrorKind::exhausted, "one client has unfinished writes to {} files",
                   writes_.size());
    }
  }
  WriteRecord& record = writes_[file];
  if (!record.received(sequence)) {
    return error(ErrorKind::exhausted, "too many writes of one client to one file are unfinished");
  }
  return record.begin();
}

void ClientState::write_stopped(const FileKey& file, std::uint64_t number) {
  std::vector<std::weak_ptr<rpc::Peer>> waiting;
  {
    std::lock_guard lock(mutex_);
    writes_[file].stop(number);
    waiting.swap(await_writes_);
  }
  for (const auto& one : waiting) {
    if (const auto peer = one.lock()) peer->wake();
  }
}

std::uint64_t ClientState::writes_begun(const FileKey& file) const {
  std::lock_guard lock(mutex_);
  const auto found = writes_.find(file);
  return found == writes_.end() ? 0 : found->second.begun();
}

bool ClientState::writes_stopped(const FileKey& file, std::uint64_t up_to,
                                 std::weak_ptr<rpc::Peer> peer) {
  std::lock_guard lock(mutex_);
  const auto found = writes_.find(file);
  if (found == writes_.end() || found->second.stopped_up_to(up_to)) return true;
  await_writes_.push_back(std::move(peer));
  return false;
}

void ClientState::write_settled(const FileKey& file, std::uint64_t sequence) {
  std::lock_guard lock(mutex_);
  if (const auto found = writes_.find(file); found != writes_.end()) {
    found->second.settled(sequence);
  }
}

void ClientState::write_lost(const FileKey& file, Error error) {
  std::lock_guard lock(mutex_);
  writes_[file].lost(std::move(error));
}

std::optional<Error> ClientState::take_write_failure(const FileKey& file) {
  std::lock_guard lock(mutex_);
  const auto found = writes_.find(file);
  if (found == writes_.end()) return std::nullopt;
  return found->second.take_failure();
}

std::uint64_t ClientState::written_up_to(const FileKey& file) const {
  std::lock_guard lock(mutex_);
  const auto found = writes_.find(file);
  return found == writes_.end() ? 0 : found->second.written_up_to();
}

}  // namespace strait::server
