#include "cli/diagnostics.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>

#include "cli/complaint.h"

namespace strait::cli {
namespace {

constexpr unsigned kWidthDefault = 80;           // columns
constexpr std::string_view kErase = "\r\033[K";  // to the front, and clear the line

}  // namespace

void Diagnostics::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;  // there is nobody left to tell
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void Diagnostics::write_line(std::string line) {
  line.insert(0, line_shown_ ? kErase : "");
  line_shown_ = false;
  write(line += '\n');
}

void Diagnostics::complain(std::string_view subject, const Error& error) {
  const std::lock_guard lock(mutex_);
  complained_ = true;
  write_line(complaint(command_, subject, error));
}

void Diagnostics::note(std::string_view sentence) {
  const std::lock_guard lock(mutex_);
  write_line(fmt::format("strait: {}: {}", command_, printable(sentence)));
}

void Diagnostics::usage(std::string_view sentence) {
  const std::lock_guard lock(mutex_);
  complained_ = true;
  const std::string subject = command_.empty() ? "" : command_ + ": ";
  const std::string_view space = command_.empty() ? "" : " ";
  write_line(fmt::format("strait: {}{}\nTry 'strait{}{} --help'.", subject, printable(sentence),
                         space, command_));
}

bool Diagnostics::complained() const {
  const std::lock_guard lock(mutex_);
  return complained_;
}

unsigned Diagnostics::width() const noexcept {
  winsize size{};
  if (::ioctl(descriptor_, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kWidthDefault;
  return size.ws_col;
}

void Diagnostics::redraw(std::string_view line) {
  if (!terminal_) return;
  const std::lock_guard lock(mutex_);
  write(std::string(kErase) + std::string(line));
  line_shown_ = true;
}

void Diagnostics::keep_line() {
  const std::lock_guard lock(mutex_);
  if (line_shown_) write("\n");
  line_shown_ = false;
}

}  // namespace strait::cli
