// What a connection asks of whoever answers its requests. The connection moves frames and memory;
// a Service knows what requests mean. One Session belongs to each connection, one Exchange to each
// request under way.
//
// Threads: a connection calls its Session, and its Exchanges, from one thread at a time; an
// Exchange that is `slow` gets its `next` called on the workers' executor while the connection goes
// on with other requests. Destroying an Exchange that has not given its last piece discards the
// request: it then has stopped at a border of payload pieces, and nothing of it runs later. An
// Exchange may outlive its Session.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "rpc/server/buffer_pool.h"
#include "wire/frame.h"
#include "wire/limits.h"

namespace strait::rpc {

// A connection, as a Service sees it. Any thread may call.
class Peer {
 public:
  virtual ~Peer() = default;
  // An Exchange that was not `ready` may be by now.
  virtual void wake() = 0;
  // Ends the connection soon. What it has not begun to execute is discarded.
  virtual void close(std::string reason) = 0;
  virtual std::string describe() const = 0;
};

// What HELLO settled: in force from the next frame on, in both directions.
struct Agreement {
  wire::Limits own;   // what we said we take
  wire::Limits peer;  // what the peer takes
  bool checksums = false;
};

// A part of a reply.
struct Piece {
  std::size_t payload = 0;      // bytes put into the room that was given
  bool last = true;             // false: a frame with more to follow
  std::vector<std::byte> body;  // of the last piece: reply head and results
  std::optional<Agreement> agreement;
  std::optional<std::string> end;  // the connection ends after this reply, for this reason
};

class Exchange {
 public:
  virtual ~Exchange() = default;

  // Whether it can go on. If not, the connection takes no further input and asks again after
  // Peer::wake.
  virtual bool ready() { return true; }
  // The payload's next bytes are the first `size` of `buffer`, which may be kept (moved from).
  // Called in order until the whole payload has come.
  virtual void take(Buffer& buffer, std::size_t size) {
    (void)buffer;
    (void)size;
  }
  // Whether others wait for what this one keeps until its payload has come: then the peer has to
  // be quicker than it otherwise may.
  virtual bool keeps_others_waiting() const { return false; }
  // Whether the payload is worth having; asked once, when ready. If not, it is received and
  // forgotten.
  virtual bool wants_payload() const { return true; }
  // Whether `next` may take long (a disk is waited for, a big directory is read).
  virtual bool slow() const { return false; }
  // Bytes of payload that the reply still has to send: what room `next` can make use of.
  virtual std::uint64_t room_wanted() const { return 0; }
  // After the payload: executes, and gives the reply's next piece.
  virtual Piece next(MutableBytes room) = 0;
  // The reply instead of `next`, of a request that is given up before anything of it ran.
  virtual Piece cancelled() = 0;
};

// `body` and whatever a decoded message borrows from it are valid during `begin` only.
struct Request {
  wire::FrameHeader header;
  ConstBytes body;
};

class Session {
 public:
  virtual ~Session() = default;
  // Never null: what cannot be done is answered by an Exchange that says so.
  virtual std::unique_ptr<Exchange> begin(const Request& request) = 0;
};

class Service {
 public:
  virtual ~Service() = default;
  virtual std::unique_ptr<Session> connect(std::weak_ptr<Peer> peer) = 0;
};

}  // namespace strait::rpc
