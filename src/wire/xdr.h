// Messages to XDR bytes and back. A body is one or two messages one after the other (a head, and
// what belongs to the operation):
//
//   STRAIT_ASSIGN(std::vector<std::byte> body, encode(head, args));
//
//   XdrDecoder decoder(body);
//   STRAIT_ASSIGN(const RequestHead head, decoder.take<RequestHead>());
//   STRAIT_ASSIGN(const GetattrArgs args, decoder.take<GetattrArgs>());
//   STRAIT_TRY(decoder.finish());
//
// Pure functions; any thread may call them.
#pragma once

#include <vector>

#include "wire/xdr_decoder.h"
#include "wire/xdr_encoder.h"

namespace strait::wire {

// Room that `encode` leaves for the checksum which a FrameWriter may put behind the body.
inline constexpr std::size_t kRoomBehindBody = 8;

// Error: invalid_argument where a field is longer than the protocol allows.
template <class... Messages>
Result<std::vector<std::byte>> encode(const Messages&... messages) {
  XdrMeasure measure;
  (measure.part(messages), ...);
  if (!measure.within_limits()) {
    return error(ErrorKind::invalid_argument, "a field is longer than the protocol allows");
  }
  std::vector<std::byte> body;
  body.reserve(measure.size() + kRoomBehindBody);
  body.resize(measure.size());
  XdrEncoder encoder(body.data());
  (encoder.part(messages), ...);
  return body;
}

// Exactly one message. Error: protocol.
template <class Message>
Result<Message> decode(ConstBytes bytes) {
  XdrDecoder decoder(bytes);
  Result<Message> message = decoder.take<Message>();
  if (message) STRAIT_TRY(decoder.finish());
  return message;
}

}  // namespace strait::wire
