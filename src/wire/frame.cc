#include "wire/frame.h"

#include "wire/byte_order.h"
#include "wire/checksum.h"

namespace strait::wire {
namespace {

// Where each field lies, in bytes from the header's start.
constexpr std::size_t kMagicAt = 0;
constexpr std::size_t kOperationAt = 4;
constexpr std::size_t kRequestAt = 8;
constexpr std::size_t kFlagsAt = 16;
constexpr std::size_t kBodyLengthAt = 20;
constexpr std::size_t kPayloadLengthAt = 24;
constexpr std::size_t kReservedAt = 32;
constexpr std::size_t kChecksumAt = 36;
static_assert(kChecksumAt + 4 == kHeaderSize);

std::uint32_t header_checksum(const std::byte* header) {
  return static_cast<std::uint32_t>(checksum({header, kChecksumAt}));
}

}  // namespace

void write_header(std::span<std::byte, kHeaderSize> to, const FrameHeader& header) {
  std::byte* at = to.data();
  store_big(at + kMagicAt, kMagic);
  store_big(at + kOperationAt, static_cast<std::uint32_t>(header.operation));
  store_big(at + kRequestAt, header.request);
  store_big(at + kFlagsAt, header.flags);
  store_big(at + kBodyLengthAt, header.body_length);
  store_big(at + kPayloadLengthAt, header.payload_length);
  store_big(at + kReservedAt, std::uint32_t{0});
  store_big(at + kChecksumAt, header_checksum(at));
}

Result<FrameHeader> parse_header(std::span<const std::byte, kHeaderSize> from,
                                 const Limits& limits) {
  const std::byte* at = from.data();
  const auto refuse = [](std::string_view why) {
    return error(ErrorKind::protocol, "bad frame: {}", why);
  };
  if (load_big<std::uint32_t>(at + kMagicAt) != kMagic) return refuse("not the Strait protocol");
  if (load_big<std::uint32_t>(at + kChecksumAt) != header_checksum(at)) {
    return Error{ErrorKind::protocol, Retry::reconnect, 0,
                 "bad frame: the header's checksum is wrong"};
  }
  const FrameHeader header{
      .operation = static_cast<Operation>(load_big<std::uint32_t>(at + kOperationAt)),
      .request = load_big<std::uint64_t>(at + kRequestAt),
      .flags = load_big<std::uint32_t>(at + kFlagsAt),
      .body_length = load_big<std::uint32_t>(at + kBodyLengthAt),
      .payload_length = load_big<std::uint64_t>(at + kPayloadLengthAt),
  };
  if ((header.flags & ~kFlagsKnown) != 0) return refuse("an unknown flag is set");
  if (load_big<std::uint32_t>(at + kReservedAt) != 0) return refuse("a reserved field is not zero");
  if (header.more() && !header.reply()) return refuse("a request in several frames");
  if (header.more() && header.body_length != 0)
    return refuse("a body that is not in the last frame");
  if (header.body_length > limits.body_max) {
    return error(ErrorKind::protocol, "bad frame: a body of {} bytes, where the limit is {}",
                 header.body_length, limits.body_max);
  }
  if (header.payload_length > limits.payload_max) {
    return error(ErrorKind::protocol, "bad frame: a payload of {} bytes, where the limit is {}",
                 header.payload_length, limits.payload_max);
  }
  return header;
}

}  // namespace strait::wire
