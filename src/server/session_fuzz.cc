// A peer that says anything at all: the input is what a client sends after HELLO, frame by frame.
// Each frame's header is made good, so that the fuzzer reaches what lies behind it: one byte for
// the operation, one for the body's length, one for the payload's, then their bytes.
#include <algorithm>
#include <cstdint>

#include "server/test_site.h"

namespace strait::server {
namespace {

constexpr std::size_t kPayloadUnit = 16;  // bytes

void talk(ConstBytes input) {
  TestSite site({.memory = Server::kMemoryLeast});
  TestClient client = site.client();
  // Something to work on, so that handles and names can be hit.
  site.create(client, "a");
  while (input.size() >= 3 && !client.ended()) {
    const auto operation = static_cast<wire::Operation>(std::to_integer<unsigned>(input[0]));
    const std::size_t body =
        std::min<std::size_t>(std::to_integer<unsigned>(input[1]) * 2, input.size() - 3);
    const std::size_t payload = std::to_integer<unsigned>(input[2]) * kPayloadUnit;
    const ConstBytes bytes = input.subspan(3, body);
    const std::vector<std::byte> data(payload);
    client.send_body(operation, data, {bytes.begin(), bytes.end()});
    site.settle();
    input = input.subspan(3 + body);
  }
  site.settle(std::chrono::seconds(2));
  TestClient other = site.client(1, 2);
  if (!other.ask(wire::Operation::null).ok()) __builtin_trap();  // somebody else was hurt
}

}  // namespace
}  // namespace strait::server

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  strait::server::talk(std::as_bytes(std::span(data, size)));
  return 0;
}
