#include "wire/xdr_decoder.h"

namespace strait::wire {

void XdrDecoder::extents(std::vector<Extent>& items, std::uint32_t max) {
  const std::uint32_t count = counted(max, 16);
  items.resize(count);
  const std::byte* at = rest_.data();
  for (Extent& item : items) {
    item = {load_big<std::uint64_t>(at), load_big<std::uint64_t>(at + 8)};
    at += 16;
  }
  rest_ = rest_.subspan(16 * std::size_t{count});
}

// A zero byte would end the text for some readers and not for others.
void XdrDecoder::text(std::string& text, std::uint32_t max) {
  text.assign(text_of(variable(max)));
  if (text.find('\0') != std::string::npos) fail("a text holds a zero byte");
}

std::uint32_t XdrDecoder::counted(std::uint32_t max, std::size_t least_size_of_one) {
  std::uint32_t count = 0;
  number(count);
  if (count > max) {
    fail("a list is longer than its limit");
    return 0;
  }
  if (count > rest_.size() / least_size_of_one) {
    fail("a list ends too early");
    return 0;
  }
  return count;
}

ConstBytes XdrDecoder::variable(std::uint32_t max) {
  std::uint32_t size = 0;
  number(size);
  if (size > max) {
    fail("a text or opaque field is longer than its limit");
    return {};
  }
  return padded(size);
}

ConstBytes XdrDecoder::padded(std::size_t size) {
  const std::size_t padding = xdr_padding(size);
  if (rest_.size() < size + padding) {
    fail("it ends too early");
    return {};
  }
  const ConstBytes view = rest_.first(size);
  for (const std::byte zero : rest_.subspan(size, padding)) {
    if (zero != std::byte{0}) {
      fail("padding is not zero");
      return {};
    }
  }
  rest_ = rest_.subspan(size + padding);
  return view;
}

Error XdrDecoder::failure() const {
  return error(ErrorKind::protocol, "malformed message: {}", fault_);
}

Error XdrDecoder::left_over() const {
  return error(ErrorKind::protocol, "malformed message: {} bytes are left over", rest_.size());
}

}  // namespace strait::wire
