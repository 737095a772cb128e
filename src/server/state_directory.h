// What a server keeps between its lives: who it is, the key of its handles, and the journal of
// replies. One directory belongs to one server at a time. Readable by its owner alone.
//
//   identity   32 bytes: the server's id, the key of its handles. Written once
//   replies    the journal (record_journal.h), with replies.boot beside it
#pragma once

#include <memory>
#include <string>

#include "base/random.h"
#include "base/result.h"
#include "server/journal.h"
#include "server/siphash.h"
#include "wire/heads.h"

namespace strait::server {

struct State {
  wire::Id id{};
  SipKey key{};
  std::unique_ptr<Journal> journal;
};

// Made if need be, parents included. busy: another server uses it.
Result<State> open_state_directory(const std::string& path);

// A number for this run of the host: from the kernel's boot id. Random where there is none, which
// is as if the host had just been started.
std::uint64_t host_verifier();

}  // namespace strait::server
