#include "cli/run.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <vector>

#include "cli/arguments.h"
#include "cli/command_table.h"
#include "cli/help.h"
#include "cli/launcher.h"
#include "cli/needed_mpi.h"
#include "cli/program_file.h"
#include "cli/surroundings.h"
#include "config/name_map.h"
#include "sys/environment.h"

namespace strait::cli {
namespace {

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

// Another library of ours would be there from a `strait run` that has started the launcher: one
// is enough, and two would bring two MPIs along.
void preload(const std::string& library) {
  std::string others;
  std::istringstream words(sys::environment("LD_PRELOAD").value_or(""));
  for (std::string word; std::getline(words, word, ':');) {
    const std::string name = std::filesystem::path(word).filename();
    if (word.empty() || name == preloaded_library(MpiFamily::mpich) ||
        name == preloaded_library(MpiFamily::openmpi))
      continue;
    others += word + ':';
  }
  ::setenv("LD_PRELOAD", (others + library).c_str(), 1);
}

// Every rank comes here, and one speaks for all.
bool speaks_for_all() {
  const auto launched = launched_by(sys::environment);
  return !launched || launched->first;
}

// What the program's library would otherwise find wrong in each rank.
bool settings_are_right(Diagnostics& diagnostics) {
  const auto around = look_around();
  if (!speaks_for_all()) return around.has_value();
  if (around) {
    note_misspelt_variables(around->settings, diagnostics);
  } else {
    diagnostics.complain("", around.error());
  }
  return around.has_value();
}

void warn_of_mismatch(const std::string& path, const NeededMpi& needed, Diagnostics& diagnostics) {
  if (!needed.certain) return;
  if (const auto launcher = family_of_launcher_file(path)) {
    if (*launcher != needed.family)
      diagnostics.note(mismatch(needed.family, needed.reason, *launcher, ""));
    return;
  }
  const auto launched = launched_by(sys::environment);
  if (launched && launched->first && launched->ranks != "1" && launched->family != needed.family)
    diagnostics.note(mismatch(needed.family, needed.reason, launched->family, launched->ranks));
}

// It may yet start one that is not static, and which then has the library.
void warn_of_static(const std::string& path, Diagnostics& diagnostics) {
  if (is_static(path) && speaks_for_all()) diagnostics.note(static_program(path).what);
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
    if (!family) return no_such_option(kRun, words[i]);
    request.family = family_named(*family);
    if (!request.family)
      return error(ErrorKind::invalid_argument, "--mpi {}: it is mpich or openmpi", *family);
  }
  request.program = words.subspan(i);
  if (request.program.empty() && !request.help)
    return error(ErrorKind::invalid_argument, "a program is missing");
  return request;
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
  if (!settings_are_right(diagnostics)) return static_cast<int>(ExitCode::usage);
  const Result<std::string> path = find_program(request->program.front());
  if (!path) {
    diagnostics.complain(request->program.front(), path.error());
    return path.error().kind == ErrorKind::not_found ? kNoSuchProgram : kCannotStart;
  }
  const Result<NeededMpi> needed = request->family
                                       ? NeededMpi{*request->family, "--mpi says so"}
                                       : needed_mpi(*path, request->program, sys::environment);
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
  warn_of_mismatch(*path, *needed, diagnostics);
  warn_of_static(*path, diagnostics);
  preload(*library);
  if (!request->map.empty()) append("STRAIT_MAP", request->map, ',');
  set_for_libraries();
  return start(*path, request->program, diagnostics);
}

}  // namespace strait::cli
