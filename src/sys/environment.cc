#include "sys/environment.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "sys/unique_fd.h"

namespace strait::sys {
namespace {

constexpr off_t kSmallFileMax = off_t{1} << 20;

}  // namespace

std::optional<std::string> environment(std::string_view name) {
  const char* const value = std::getenv(std::string(name).c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

std::vector<std::string> environment_names(std::string_view prefix) {
  std::vector<std::string> names;
  for (char** one = environ; one != nullptr && *one != nullptr; ++one) {
    const std::string_view entry(*one);
    if (entry.starts_with(prefix)) names.emplace_back(entry.substr(0, entry.find('=')));
  }
  return names;
}

ScopedVariable::ScopedVariable(std::string name, const std::string& value)
    : name_(std::move(name)), before_(environment(name_)) {
  ::setenv(name_.c_str(), value.c_str(), 1);
}

ScopedVariable::~ScopedVariable() {
  if (before_) {
    ::setenv(name_.c_str(), before_->c_str(), 1);
  } else {
    ::unsetenv(name_.c_str());
  }
}

// The kernel tells the mask only in exchange for another one.
unsigned file_creation_mask() noexcept {
  const mode_t mask = ::umask(022);
  ::umask(mask);
  return mask;
}

std::string working_directory() {
  std::string name(256, '\0');
  while (::getcwd(name.data(), name.size()) == nullptr) {
    if (errno != ERANGE) return {};
    name.resize(2 * name.size());
  }
  name.resize(name.find('\0'));
  return name;
}

std::optional<std::string> small_file(const std::string& path) {
  // O_NONBLOCK: a name that leads to a FIFO must not hang the program that looks for settings.
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0) return std::nullopt;
  if (!S_ISREG(status.st_mode) || status.st_size > kSmallFileMax) return std::nullopt;

  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t filled = 0;
  while (filled < text.size()) {
    const ssize_t got = ::read(file.get(), text.data() + filled, text.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  text.resize(filled);
  return text;
}

}  // namespace strait::sys
