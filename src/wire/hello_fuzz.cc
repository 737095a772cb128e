// What a server does with the first bytes of a connection: one frame under the limits that hold
// before HELLO, its head, its arguments, and the check of the limits that they state.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "wire/frame_reader.h"
#include "wire/messages.h"
#include "wire/xdr.h"

using namespace strait::wire;  // NOLINT: the whole file is about this room

namespace {

strait::Status greet(strait::ConstBytes body) {
  XdrDecoder decoder(body);
  STRAIT_ASSIGN(const RequestHead head, decoder.take<RequestHead>());
  STRAIT_ASSIGN(const HelloArgs hello, decoder.take<HelloArgs>());
  STRAIT_TRY(decoder.finish());
  STRAIT_TRY(check(hello.limits));
  FrameReader reader;
  reader.negotiate(hello.limits, (hello.features & kFeatureChecksums) != 0);
  return {};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  strait::ConstBytes rest(reinterpret_cast<const std::byte*>(data), size);
  // Most inputs would stop at the header's checksum: the body by itself is tried too.
  (void)greet(rest).has_value();
  FrameReader reader;
  for (;;) {
    const FrameReader::Event event = reader.next();
    if (event == FrameReader::Event::head) {
      (void)greet(reader.body()).has_value();
      return 0;
    }
    if (event != FrameReader::Event::need_bytes || rest.empty()) return 0;
    strait::MutableBytes list[2];
    reader.buffers(list);
    const std::size_t moved = std::min(rest.size(), list[0].size());
    std::memcpy(list[0].data(), rest.data(), moved);
    reader.advance(moved);
    rest = rest.subspan(moved);
  }
}
