#include "cli/output.h"

#include <unistd.h>

#include <cerrno>

namespace strait::cli {
namespace {

Status write_all(int descriptor, ConstBytes data) {
  while (!data.empty()) {
    const ssize_t count = ::write(descriptor, data.data(), data.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EPIPE)
      return error(ErrorKind::end_of_stream, "nobody reads standard output");
    if (count < 0) return os_error(errno, "writing standard output");
    data = data.subspan(static_cast<std::size_t>(count));
  }
  return {};
}

}  // namespace

void Output::text(std::string_view text) {
  collected_ += text;
  if (collected_.size() >= kCollected) static_cast<void>(flush());
}

Status Output::bytes(ConstBytes data) {
  STRAIT_TRY(flush());
  state_ = write_all(descriptor_, data);
  return state_;
}

Status Output::flush() {
  if (state_) state_ = write_all(descriptor_, bytes_of(collected_));
  collected_.clear();
  return state_;
}

}  // namespace strait::cli
