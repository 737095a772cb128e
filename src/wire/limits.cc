#include "wire/limits.h"

namespace strait::wire {

Status check(const Limits& limits) {
  const auto refuse = [](std::string_view name, std::uint64_t stated, std::uint64_t least) {
    return error(ErrorKind::incompatible, "the peer's limit {} is {}; the least is {}", name,
                 stated, least);
  };
  if (limits.body_max < kBodyMaxLeast) return refuse("body_max", limits.body_max, kBodyMaxLeast);
  if (limits.segment_size < kSegmentSizeLeast) {
    return refuse("segment_size", limits.segment_size, kSegmentSizeLeast);
  }
  if (limits.payload_max < kPayloadMaxLeast) {
    return refuse("payload_max", limits.payload_max, kPayloadMaxLeast);
  }
  if (limits.requests_max < 1) return refuse("requests_max", limits.requests_max, 1);
  if (limits.extents_max < 1) return refuse("extents_max", limits.extents_max, 1);
  return {};
}

}  // namespace strait::wire
