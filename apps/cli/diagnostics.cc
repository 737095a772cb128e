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

void Diagnostics::complain(std::string_view subject, const Error& error) {
  complained_ = true;
  std::string line(line_shown_ ? kErase : "");
  line_shown_ = false;
  write(line + complaint(command_, subject, error) + "\n");
}

void Diagnostics::note(std::string_view sentence) {
  std::string line(line_shown_ ? kErase : "");
  line_shown_ = false;
  write(fmt::format("{}strait: {}: {}\n", line, command_, printable(sentence)));
}

void Diagnostics::usage(std::string_view sentence) {
  complained_ = true;
  const std::string subject = command_.empty() ? "" : command_ + ": ";
  const std::string_view space = command_.empty() ? "" : " ";
  write(fmt::format("strait: {}{}\nTry 'strait{}{} --help'.\n", subject, printable(sentence), space,
                    command_));
}

unsigned Diagnostics::width() const noexcept {
  winsize size{};
  if (::ioctl(descriptor_, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kWidthDefault;
  return size.ws_col;
}

void Diagnostics::redraw(std::string_view line) {
  if (!terminal_) return;
  write(std::string(kErase) + std::string(line));
  line_shown_ = true;
}

void Diagnostics::keep_line() {
  if (line_shown_) write("\n");
  line_shown_ = false;
}

}  // namespace strait::cli
