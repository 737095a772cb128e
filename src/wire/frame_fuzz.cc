// Whatever bytes a peer sends, cut however: the reader neither crashes nor reads or writes out of
// bounds, and what it calls complete has the size that its header announced. The first byte of the
// input chooses checksums, cuts, what happens to payloads, and whether headers get the checksum
// that they should have, without which few inputs would come past them.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "wire/byte_order.h"
#include "wire/frame_reader.h"

using strait::ConstBytes;
using strait::MutableBytes;
using strait::wire::FrameReader;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

// Makes the checksum of the header that begins here right.
void mend(MutableBytes frame) {
  using namespace strait::wire;
  if (frame.size() < kHeaderSize) return;
  const std::size_t at = kHeaderSize - 4;
  store_big(frame.data() + at, static_cast<std::uint32_t>(checksum(frame.first(at))));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::uint8_t choice = data[0];
  std::vector<std::byte> input(size - 1);
  if (size > 1) std::memcpy(input.data(), data + 1, size - 1);
  MutableBytes rest = input;
  const std::size_t chunk = (choice & 2) != 0 ? 1 : 1000;
  const std::size_t place = (choice & 4) != 0 ? 3 : 5000;
  const bool discard = (choice & 8) != 0;
  const bool mending = (choice & 16) != 0;

  FrameReader reader;
  strait::wire::Limits limits;
  limits.body_max = strait::wire::kBodyMaxLeast;
  limits.payload_max = 1 << 16;
  limits.segment_size = strait::wire::kSegmentSizeLeast;
  reader.negotiate(limits, (choice & 1) != 0);
  std::vector<std::byte> payload;
  std::size_t placed = 0;
  for (;;) {
    switch (reader.next()) {
      case FrameReader::Event::failed:
        require(!reader.error().what.empty());
        return 0;
      case FrameReader::Event::head:
        require(reader.body().size() == reader.header().body_length);
        payload.assign(reader.header().payload_length, std::byte{0});
        placed = 0;
        if (discard) reader.discard();
        break;
      case FrameReader::Event::need_memory: {
        const std::size_t more = std::min(place, payload.size() - placed);
        require(more != 0);
        reader.place(MutableBytes(payload).subspan(placed, more));
        placed += more;
        break;
      }
      case FrameReader::Event::complete:
        require(discard || reader.verified() == payload.size());
        break;
      case FrameReader::Event::need_bytes: {
        if (rest.empty()) return 0;
        MutableBytes list[3];
        require(reader.buffers(list) != 0 && !list[0].empty());
        if (mending && reader.between_frames()) mend(rest);
        // A header that was read ahead cannot be mended any more.
        const std::size_t most = mending ? 1 : chunk;
        const std::size_t moved = std::min({most, rest.size(), list[0].size()});
        std::memcpy(list[0].data(), rest.data(), moved);
        reader.advance(moved);
        rest = rest.subspan(moved);
        break;
      }
    }
  }
}
