#include "cli/run.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "cli/command_table.h"
#include "cli/help.h"
#include "cli/program_file.h"
#include "config/name_map.h"
#include "sys/environment.h"

namespace strait::cli {
namespace {

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

// Beside the program in a build tree, and where `make install` puts it.
std::optional<std::string> find_library(MpiFamily family) {
  std::error_code failed;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (failed) return std::nullopt;
  for (const char* folder : {"lib", STRAIT_LIBRARY_FOLDER}) {
    const auto path = self.parent_path().parent_path() / folder / preloaded_library(family);
    if (std::filesystem::exists(path, failed)) return path.string();
  }
  return std::nullopt;
}

// Behind what is there already.
void append(const char* variable, const std::string& value, char divider) {
  const auto before = sys::environment(variable);
  const std::string all = before && !before->empty() ? *before + divider + value : value;
  ::setenv(variable, all.c_str(), 1);
}

// What the program's libraries must know besides: PnetCDF's next default driver is not MPI-IO.
void set_for_libraries() { ::setenv("PNETCDF_HINTS", "nc_driver=mpiio", 0); }

int start(const std::string& path, std::span<const std::string> program, Diagnostics& diagnostics) {
  std::vector<char*> words;
  for (const std::string& word : program) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::execv(path.c_str(), words.data());
  diagnostics.complain(path, os_error(errno, "starting it"));
  return kCannotStart;
}

}  // namespace

Result<RunRequest> parse_run(std::span<const std::string> words) {
  RunRequest request;
  std::size_t i = 0;
  const auto value_of = [&](std::string_view name) -> Result<std::optional<std::string>> {
    const std::string& word = words[i];
    if (word.starts_with(fmt::format("{}=", name))) return word.substr(name.size() + 1);
    if (word != name) return std::optional<std::string>();
    if (++i == words.size())
      return error(ErrorKind::invalid_argument, "option {} wants a value", name);
    return words[i];
  };
  for (; i < words.size() && words[i].starts_with('-'); ++i) {
    if (words[i] == "--") {
      ++i;
      break;
    }
    if (words[i] == "-v" || words[i] == "--verbose") {
      request.verbose = true;
      continue;
    }
    if (words[i] == "-h" || words[i] == "--help") {
      request.help = true;
      continue;
    }
    STRAIT_ASSIGN(const auto map, value_of("--map"));
    if (map) {
      request.map += (request.map.empty() ? "" : ",") + *map;
      continue;
    }
    STRAIT_ASSIGN(const auto family, value_of("--mpi"));
    if (!family) return error(ErrorKind::invalid_argument, "there is no option {}", words[i]);
    request.family = family_named(*family);
    if (!request.family)
      return error(ErrorKind::invalid_argument, "--mpi {}: it is mpich or openmpi", *family);
  }
  request.program = words.subspan(i);
  if (request.program.empty() && !request.help)
    return error(ErrorKind::invalid_argument, "a program is missing");
  return request;
}

Result<NeededMpi> needed_mpi(const std::string& path, const config::Environment& environment) {
  if (const auto found = mpi_of_libraries(path)) return *found;
  const auto interpreter = interpreter_of(path);
  if (interpreter)
    if (const auto found = mpi_of_libraries(*interpreter)) return *found;
  if (const auto family = family_of_launcher(environment))
    return NeededMpi{*family, fmt::format("it was started by {}", product_of(*family))};
  if (const auto found = mpi_of_python(interpreter.value_or(path))) return *found;
  return error(ErrorKind::unsupported,
               "{} does not say which MPI it needs: give --mpi mpich or --mpi openmpi", path);
}

int run_command(std::span<const std::string> words, Output& out, Diagnostics& diagnostics) {
  const Result<RunRequest> request = parse_run(words);
  if (!request) {
    diagnostics.usage(request.error().what);
    return static_cast<int>(ExitCode::usage);
  }
  if (request->help) {
    out.text(help_of(kRun));
    return static_cast<int>(out.flush() ? ExitCode::ok : ExitCode::failed);
  }
  if (const auto map = config::NameMap::parse(request->map); !map) {
    diagnostics.usage(fmt::format("--map: {}", map.error().what));
    return static_cast<int>(ExitCode::usage);
  }
  const Result<std::string> path = find_program(request->program.front());
  if (!path) {
    diagnostics.complain(request->program.front(), path.error());
    return path.error().kind == ErrorKind::not_found ? kNoSuchProgram : kCannotStart;
  }
  const Result<NeededMpi> needed = request->family ? NeededMpi{*request->family, "--mpi says so"}
                                                   : needed_mpi(*path, sys::environment);
  if (!needed) {
    diagnostics.complain("", needed.error());
    return kCannotStart;
  }
  const auto library = find_library(needed->family);
  if (!library) {
    diagnostics.complain(
        "", error(ErrorKind::unsupported, "{} is not installed: Strait was built without {}",
                  preloaded_library(needed->family), product_of(needed->family)));
    return kCannotStart;
  }
  if (request->verbose)
    diagnostics.note(fmt::format("{}, because {}: preloading {}", product_of(needed->family),
                                 needed->reason, *library));
  append("LD_PRELOAD", *library, ':');
  if (!request->map.empty()) append("STRAIT_MAP", request->map, ',');
  set_for_libraries();
  return start(*path, request->program, diagnostics);
}

}  // namespace strait::cli
