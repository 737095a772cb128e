// What every request and every reply begins with.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wire/limits.h"
#include "wire/status.h"

namespace strait::wire {

using Handle = std::array<std::byte, kHandleSize>;  // names a file; opaque to clients
using Id = std::array<std::byte, kIdSize>;          // of a client, a view, an open instance

// A free key and value that a server may act upon, and otherwise ignores.
struct Hint {
  std::string key;
  std::string value;

  static void describe(auto& xdr, auto& hint) {
    xdr.text(hint.key, kHintKeyMax);
    xdr.text(hint.value, kHintValueMax);
  }
};

struct RequestHead {
  std::uint64_t operation_id = 0;       // the client's own number for the call, for logs
  std::int32_t rank = -1;               // of the calling process; -1: none
  std::uint64_t collective_number = 0;  // of the open instance; 0: not a collective
  std::uint32_t collective_ranks = 0;   // how many ranks take part in it
  std::vector<std::byte> credential;    // empty: as the connection
  std::optional<Id> origin;             // behind a forwarder: the originating client
  std::vector<Hint> hints;

  static void describe(auto& xdr, auto& head) {
    xdr.number(head.operation_id);
    xdr.number(head.rank);
    xdr.number(head.collective_number);
    xdr.number(head.collective_ranks);
    xdr.opaque(head.credential, kCredentialMax);
    xdr.optional(head.origin);
    xdr.list(head.hints, kHintsMax);
  }
};

struct ReplyHead {
  StatusCode status = StatusCode::ok;
  RetryCode retry = RetryCode::never;
  std::int32_t os_errno = 0;           // Linux's number; 0 where the system did not speak
  std::string message;                 // empty where status is ok
  std::uint64_t process_verifier = 0;  // changes with each start, or after a failed write-back
  std::uint64_t host_verifier = 0;     // changes when the host has been started again
  std::uint64_t written_up_to = 0;     // every WRITE of this client and file up to this is written

  static void describe(auto& xdr, auto& head) {
    xdr.choice(head.status);
    xdr.choice(head.retry);
    xdr.number(head.os_errno);
    xdr.text(head.message, kMessageMaxBytes);
    xdr.number(head.process_verifier);
    xdr.number(head.host_verifier);
    xdr.number(head.written_up_to);
  }
};

// Puts a failure into a reply's head; a message that is too long loses its end.
void set_error(ReplyHead& head, const Error& error);
// What a failed reply means. Only for heads whose status is not ok.
Error error_of(const ReplyHead& head);

}  // namespace strait::wire
