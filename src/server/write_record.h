// Which WRITEs of one client to one file have been received, and which of them are written. Answers
// two questions: up to which sequence number everything received is written, and whether a write
// that had been acknowledged was lost.
//
// A WRITE that was begun and discarded (its connection broke) stays open until the client sends it
// again: nobody must be told meanwhile that all up to it is written. Not thread-safe: the client's
// lock guards it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "base/result.h"

namespace strait::server {

class WriteRecord {
 public:
  // WRITEs open at a time; more than a client can have in flight.
  static constexpr std::size_t kOpenMax = 65536;

  // False: too many are open.
  bool received(std::uint64_t sequence) {
    if (open_.size() >= kOpenMax) return false;
    open_.insert(sequence);
    if (sequence > received_max_) received_max_ = sequence;
    return true;
  }
  // Requests of WRITE that are under way, in the order in which they came. Each has a number, from
  // 1 on, for as long as it is under way.
  std::uint64_t begin() {
    executing_.insert(++begun_);
    return begun_;
  }
  void stop(std::uint64_t number) { executing_.erase(number); }
  std::uint64_t begun() const { return begun_; }
  // Whether all that were begun up to and including that number have stopped.
  bool stopped_up_to(std::uint64_t number) const {
    return executing_.empty() || *executing_.begin() > number;
  }

  // It is written, or its failure has been told.
  void settled(std::uint64_t sequence) { open_.erase(sequence); }
  // It had been acknowledged, and could not be written.
  void lost(Error error) {
    if (!failure_) failure_ = std::move(error);
  }

  // 0: nothing was received, or the first one is not written yet.
  std::uint64_t written_up_to() const { return open_.empty() ? received_max_ : *open_.begin() - 1; }
  bool is_open(std::uint64_t sequence) const { return open_.contains(sequence); }
  // What has not been told yet; it counts as told now.
  std::optional<Error> take_failure() { return std::exchange(failure_, std::nullopt); }
  // Whether forgetting it would lose anything.
  bool idle() const { return open_.empty() && executing_.empty() && !failure_; }

 private:
  std::set<std::uint64_t> open_;
  std::set<std::uint64_t> executing_;
  std::uint64_t begun_ = 0;
  std::uint64_t received_max_ = 0;
  std::optional<Error> failure_;
};

}  // namespace strait::server
