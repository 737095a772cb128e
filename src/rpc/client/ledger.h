// What a client remembers of each file it writes: the next sequence number, whether something is
// written but not committed, and what was lost. Pure bookkeeping; the Core drives it. The words are
// those of protocol/spec.md, Durability.
//
// Bounded: where there are too many files, those are forgotten of which there is nothing to tell,
// and if that is not enough, all. What was to be told then counts for every file that is not known:
// its COMMIT may ask, or report a loss, without need, but never the other way round.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "base/result.h"
#include "wire/heads.h"

namespace strait::rpc {

class Ledger {
 public:
  struct File {
    std::uint64_t next_sequence = 1;  // of the next WRITE
    std::uint64_t uncommitted_to =
        0;  // highest WRITE answered since, and not covered by, the last COMMIT; 0: none
    std::optional<Error> lost;  // the next COMMIT fails with this, once
  };

  static constexpr std::size_t kFilesMax = 4096;

  std::uint64_t next_sequence(const wire::Handle& file) { return entry(file).next_sequence++; }

  // A WRITE was answered at less than *committed*.
  void answered(const wire::Handle& file, std::uint64_t sequence) {
    File& written = entry(file);
    if (sequence > written.uncommitted_to) written.uncommitted_to = sequence;
  }

  // Whether a COMMIT would have anything to say: uncommitted data, or a loss to report.
  bool commit_matters(const wire::Handle& file) const {
    const auto found = files_.find(file);
    if (found == files_.end()) return forgotten_uncommitted_ || forgotten_lost_;
    return found->second.uncommitted_to != 0 || found->second.lost;
  }

  // A COMMIT at level *committed* has been answered, that was sent when `sequence` was the last
  // WRITE answered.
  void committed(const wire::Handle& file, std::uint64_t sequence) {
    const auto found = files_.find(file);
    if (found != files_.end() && found->second.uncommitted_to <= sequence)
      found->second.uncommitted_to = 0;
  }
  std::uint64_t uncommitted_to(const wire::Handle& file) const {
    const auto found = files_.find(file);
    return found == files_.end() ? 0 : found->second.uncommitted_to;
  }

  // The server's host was started again: what was written and not committed may be gone.
  void host_restarted() {
    for (auto& [handle, file] : files_) {
      if (file.uncommitted_to == 0) continue;
      file.uncommitted_to = 0;
      file.lost = host_restart();
    }
    if (std::exchange(forgotten_uncommitted_, false)) forgotten_lost_ = host_restart();
  }

  // Something acknowledged could not be kept.
  void lose(const wire::Handle& file, Error why) { entry(file).lost = std::move(why); }

  // Takes the loss out, to be reported.
  std::optional<Error> take_lost(const wire::Handle& file) {
    const auto found = files_.find(file);
    if (found != files_.end()) return std::exchange(found->second.lost, std::nullopt);
    if (!forgotten_lost_) return std::nullopt;
    return std::exchange(entry(file).lost, std::nullopt);  // known from now on: it is told once
  }

  std::size_t size() const { return files_.size(); }

 private:
  static Error host_restart() {
    return error(ErrorKind::io,
                 "the server's host was restarted before data written to it was on stable storage; "
                 "what this process wrote since its last sync may be lost");
  }

  File& entry(const wire::Handle& file) {
    if (files_.size() >= kFilesMax && !files_.contains(file)) {
      forget([](const File& known) { return known.uncommitted_to == 0 && !known.lost; });
      if (files_.size() > kFilesMax / 2) forget([](const File&) { return true; });
    }
    const auto [place, fresh] = files_.try_emplace(file);
    if (fresh) {
      place->second = {.next_sequence = first_sequence_,
                       .uncommitted_to = forgotten_uncommitted_ ? first_sequence_ - 1 : 0,
                       .lost = forgotten_lost_};
    }
    return place->second;
  }
  void forget(bool (*unimportant)(const File&)) {
    std::erase_if(files_, [&](const auto& known) {
      const File& file = known.second;
      if (!unimportant(file)) return false;
      // A number must not come twice for one file, and the file may be written to again.
      first_sequence_ = std::max(first_sequence_, file.next_sequence);
      forgotten_uncommitted_ |= file.uncommitted_to != 0;
      if (file.lost) forgotten_lost_ = file.lost;
      return true;
    });
  }

  std::uint64_t first_sequence_ = 1;     // of a file that is not known
  bool forgotten_uncommitted_ = false;   // of some file that was forgotten
  std::optional<Error> forgotten_lost_;  // what was to be told of some file that was forgotten
  std::map<wire::Handle, File> files_;
};

}  // namespace strait::rpc
