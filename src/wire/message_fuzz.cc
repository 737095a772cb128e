// The first byte of the input chooses a message; the rest is its body. What is accepted is written
// again to the very same bytes: there is one way to write each message.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "wire/all_messages.h"
#include "wire/xdr.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const strait::ConstBytes body(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  std::uint8_t index = 0;
  strait::wire::for_each_message([&]<class Message>(std::string_view) {
    if (index++ != data[0]) return;
    const auto message = strait::wire::decode<Message>(body);
    if (!message) return;
    const auto again = strait::wire::encode(*message);
    if (!again || again->size() != body.size()) std::abort();
    if (!body.empty() && std::memcmp(again->data(), body.data(), body.size()) != 0) std::abort();
  });
  return 0;
}
