// What a client remembers of each file it writes: the next sequence number, whether something is
// written but not committed, and what was lost. Pure bookkeeping; the Core drives it. DESIGN words:
// received, written, committed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

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

  std::uint64_t next_sequence(const wire::Handle& file) { return files_[file].next_sequence++; }

  // A WRITE was answered at less than *committed*.
  void answered(const wire::Handle& file, std::uint64_t sequence) {
    File& entry = files_[file];
    if (sequence > entry.uncommitted_to) entry.uncommitted_to = sequence;
  }

  // Whether a COMMIT would have anything to say: uncommitted data, or a loss to report.
  bool commit_matters(const wire::Handle& file) const {
    const auto found = files_.find(file);
    return found != files_.end() && (found->second.uncommitted_to != 0 || found->second.lost);
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
      file.lost =
          error(ErrorKind::io,
                "the server's host was restarted before data written to it was on stable storage; "
                "what this process wrote since its last sync may be lost");
    }
  }

  // Something acknowledged could not be kept.
  void lose(const wire::Handle& file, Error why) { files_[file].lost = std::move(why); }

  // Takes the loss out, to be reported.
  std::optional<Error> take_lost(const wire::Handle& file) {
    const auto found = files_.find(file);
    if (found == files_.end() || !found->second.lost) return std::nullopt;
    std::optional<Error> lost = std::move(found->second.lost);
    found->second.lost.reset();
    return lost;
  }

 private:
  std::map<wire::Handle, File> files_;
};

}  // namespace strait::rpc
