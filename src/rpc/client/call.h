// One request and what becomes of it. A Call is made by whoever wants something of a server
// (client/), submitted to a Core, and told how it ended: exactly one of `replied` (with a verdict
// that lets it end) or `failed` is the last thing that happens to it. The Core may encode and send
// it several times, on several connections, before that.
//
// Threads: the Core calls these functions under its owner's lock, one at a time. They must not
// block and not call back into the Core.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "rpc/client/footprint.h"
#include "rpc/client/knowledge.h"
#include "wire/heads.h"
#include "wire/operation.h"
#include "wire/payload.h"
#include "wire/xdr.h"

namespace strait::rpc {

struct Slot;

// What a reply means for its call.
enum class Verdict : std::uint8_t {
  done,    // answered; the Call has kept what it needs
  again,   // send it once more, in its old place in the order (the server did not know the view)
  remedy,  // keep its place while the call that `remedy` gives is carried out (look a stale
           // handle's name up again)
};

// Numbers that the Core gives out when a call is sent.
struct SendContext {
  std::uint64_t sequence = 0;        // WRITE: of this client and file
  std::uint64_t replay_number = 0;   // what is not idempotent
  std::uint64_t answered_up_to = 0;  // replay numbers up to this one are answered
  Knowledge* knowledge = nullptr;    // what this connection's server has been told
};

class Call {
 public:
  struct Traits {
    wire::Operation operation{};
    Footprint footprint;
    std::uint64_t payload_bytes = 0;  // sent, or expected: for the window
    bool idempotent = true;           // false: gets a replay number
    bool write = false;               // gets a sequence number
    bool received_only = false;  // WRITE that is answered when received: kept until it is written
    bool commit = false;         // COMMIT: also reports what was lost since the last one
    bool to_medium = false;      // COMMIT at level *committed*
    bool fail_fast = false;      // no waiting for a server that has never been reached
  };

  explicit Call(Traits of) : traits(of) {}
  virtual ~Call() = default;
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  const Traits traits;

  // For messages: "writing strait://host:7420/data/x".
  virtual std::string describe() const = 0;
  // The XDR body. Called for each sending; also the moment to start the payload afresh. An error
  // ends the call.
  virtual Result<std::vector<std::byte>> encode(const SendContext& context) = 0;
  // The payload to send, made for each sending; null where there is none. Its memory stays until
  // the call has ended.
  virtual std::unique_ptr<wire::PayloadSource> payload() { return nullptr; }
  // Memory for the reply's payload from byte `offset` on: fills `out` from its front, and returns
  // how many; 0: no room, which is an error of the peer. Offsets grow without gaps, from 0 for each
  // sending.
  virtual std::size_t place(std::uint64_t /*offset*/, std::span<MutableBytes> /*out*/) { return 0; }
  // That many bytes of the payload have arrived in all; also called before `place` asks for memory
  // to follow them.
  virtual void arrived(std::uint64_t /*bytes*/) {}
  // The reply has arrived: its head, the results behind it, and `payload` bytes were placed. An
  // error means that the peer broke the protocol: the connection ends, and the call is sent again
  // on the next one.
  virtual Result<Verdict> replied(const wire::ReplyHead& head, wire::XdrDecoder& results,
                                  std::uint64_t payload) = 0;
  virtual void failed(Error error) = 0;
  // After a WRITE was answered: whether it is *received* only. Such a call is kept, and may be
  // encoded, sent and replied to again, when the server process that took it is gone.
  virtual bool only_received() const { return false; }
  // After Verdict::remedy: what to do first, and, when that has ended, how to go on (done or
  // again).
  virtual std::shared_ptr<Call> remedy() { return nullptr; }
  virtual Verdict remedied() { return Verdict::done; }

 private:
  friend class Roster;
  Slot* slot_ = nullptr;  // its place on the one Roster that it is on, for as long as it is
};

}  // namespace strait::rpc
