#include "wire/heads.h"

namespace strait::wire {
namespace {

// The longest prefix of at most `bytes_max` bytes that does not end inside a UTF-8 character.
std::string shortened(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return std::string(text);
  std::size_t end = bytes_max;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return std::string(text.substr(0, end));
}

}  // namespace

void set_error(ReplyHead& head, const Error& error) {
  head.status = status_code_of(error.kind);
  head.retry = retry_code_of(error.retry);
  head.os_errno = error.os_errno;
  head.message = shortened(error.what, kMessageMaxBytes);
}

Error error_of(const ReplyHead& head) {
  return Error{kind_of(head.status), retry_of(head.retry), head.os_errno, head.message};
}

}  // namespace strait::wire
