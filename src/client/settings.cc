#include "client/settings.h"

#include <algorithm>
#include <limits>

namespace strait::client {
namespace {

Checksums checksums_of(config::Checksums wanted) {
  switch (wanted) {
    case config::Checksums::on:
      return Checksums::on;
    case config::Checksums::off:
      return Checksums::off;
    case config::Checksums::automatic:
      break;
  }
  return Checksums::automatic;
}

}  // namespace

ClientOptions client_options(const config::Options& options) {
  constexpr std::uint64_t kRequestsMax = std::numeric_limits<std::uint32_t>::max();
  ClientOptions mapped;
  mapped.timeout = options.timeout;
  mapped.window_requests =
      static_cast<std::uint32_t>(std::min(options.window_requests, kRequestsMax));
  mapped.window_bytes = options.window_bytes;
  mapped.request_size = options.request_size;
  mapped.checksums = checksums_of(options.checksums);
  return mapped;
}

}  // namespace strait::client
