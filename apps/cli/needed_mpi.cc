#include "cli/needed_mpi.h"

#include <algorithm>
#include <filesystem>

#include "cli/launcher.h"
#include "cli/program_file.h"

namespace strait::cli {
namespace {

// Words behind a launcher or a wrapper that are looked at; a command line may be very long.
constexpr std::size_t kWordsLookedAt = 64;

constexpr const char* kWhereMpi4pyIs =
    "import importlib.util as u; print(u.find_spec('mpi4py.MPI').origin)";

std::optional<NeededMpi> mpi_of_libraries(const std::string& path) {
  for (const std::string& library : libraries_of(path))
    if (const auto family = family_of_library(library))
      return NeededMpi{*family, fmt::format("{} needs {}", path, library)};
  return std::nullopt;
}

// A Python program: the MPI of the mpi4py that it would import.
std::optional<NeededMpi> mpi_of_python(const std::string& interpreter) {
  if (!std::filesystem::path(interpreter).filename().string().starts_with("python"))
    return std::nullopt;
  auto module = output_of({interpreter, "-c", kWhereMpi4pyIs});
  if (!module) return std::nullopt;
  while (module->ends_with('\n')) module->pop_back();
  return mpi_of_libraries(*module);
}

std::optional<NeededMpi> mpi_of_program(const std::string& path) {
  if (auto found = mpi_of_libraries(path)) return found;
  const auto interpreter = interpreter_of(path);
  if (interpreter)
    if (auto found = mpi_of_libraries(*interpreter)) return found;
  return mpi_of_python(interpreter.value_or(path));
}

}  // namespace

Error static_program(const std::string& path) {
  return error(ErrorKind::unsupported,
               "{} is linked statically, and nothing can be preloaded into it: its own files stay "
               "local; link it with its MPI's shared library",
               path);
}

Result<NeededMpi> needed_mpi(const std::string& path, std::span<const std::string> words,
                             const config::Environment& environment) {
  if (auto found = mpi_of_program(path)) return *found;
  for (const std::string& word : words.subspan(1, std::min(words.size() - 1, kWordsLookedAt))) {
    if (word.starts_with('-')) continue;
    const Result<std::string> program = find_program(word);
    if (!program) continue;
    if (auto found = mpi_of_program(*program)) return *found;
  }
  if (const auto family = family_of_launcher_file(path))
    return NeededMpi{*family, fmt::format("{} is its launcher", path), false};
  if (const auto family = family_of_launcher(environment))
    return NeededMpi{*family, fmt::format("it was started by {}", product_of(*family)), false};
  if (is_static(path)) return static_program(path);
  return error(ErrorKind::unsupported,
               "{} does not say which MPI it needs: give --mpi mpich or --mpi openmpi", path);
}

}  // namespace strait::cli
