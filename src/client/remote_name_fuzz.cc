// Any bytes: parsing never reads beyond them, and what it accepts can be written as a URL that
// leads back to the same file.
#include <cstdlib>

#include "base/bytes.h"
#include "client/remote_name.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace strait;
  const std::string_view name(reinterpret_cast<const char*>(data), size);
  const auto first = client::parse_remote_name(name);
  if (!first) return 0;
  const auto again = client::parse_remote_name(first->url());
  if (!again || !(*again == *first)) std::abort();
  return 0;
}
