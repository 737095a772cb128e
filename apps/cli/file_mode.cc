#include "cli/file_mode.h"

#include <sys/stat.h>

#include <charconv>

namespace strait::cli {

std::uint32_t file_mode_mask() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return mask;
}

Result<std::uint32_t> parse_file_mode(std::string_view text) {
  std::uint32_t mode = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), mode, 8);
  if (problem == std::errc{} && end == text.data() + text.size() && mode <= 07777) return mode;
  return error(ErrorKind::invalid_argument,
               "'{}' is no file mode; expected octal digits, as in 755", text);
}

}  // namespace strait::cli
