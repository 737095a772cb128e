// What a process finds around it when it starts: environment variables, small files of settings.
// Calls of `environment` are safe from any thread as long as nobody changes the environment.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strait::sys {

// The value of a variable, or nothing where it is not set.
std::optional<std::string> environment(std::string_view name);

// The names of the variables that begin so, in no order.
std::vector<std::string> environment_names(std::string_view prefix);

// While it lives, a variable has another value. Nobody else may use the environment meanwhile.
class ScopedVariable {
 public:
  ScopedVariable(std::string name, const std::string& value);
  ~ScopedVariable();
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  const std::string name_;
  const std::optional<std::string> before_;
};

// The permission bits that new files of this process do not get.
unsigned file_creation_mask() noexcept;

// The absolute name of the working directory; empty where it has none any more.
std::string working_directory();

// The whole of a small text file, or nothing where it cannot be read, is not a regular file, or is
// larger than 1 MiB: settings are never that long.
std::optional<std::string> small_file(const std::string& path);

}  // namespace strait::sys
