#include "mpiio/posix_names.h"

#include <exception>
#include <string>

#include "mpiio/mpi.h"
#include "mpiio/names.h"

namespace strait::mpiio {
namespace {

thread_local int own_files = 0;

bool mpi_is_running() noexcept {
  int initialized = 0;
  int finalized = 0;
  PMPI_Initialized(&initialized);
  PMPI_Finalized(&finalized);
  return initialized != 0 && finalized == 0;
}

std::optional<PosixName> classify(std::string_view path) {
  const auto remote = remote_name(path);
  if (remote && *remote) return PosixName{**remote, !client::is_remote_spelling(path)};
  if (auto stripped = stripped_name(path)) return PosixName{std::move(*stripped), true};
  return std::nullopt;
}

}  // namespace

std::optional<client::RemoteName> stripped_name(std::string_view path) {
  if (path.find(':') == std::string_view::npos) return std::nullopt;
  auto parsed = client::parse_remote_name(std::string("strait:").append(path));
  if (!parsed || parsed->path.empty()) return std::nullopt;
  // The server as it would be written; a default port would not be found in the name.
  return path.find(parsed->server) != std::string_view::npos ? std::optional(std::move(*parsed))
                                                             : std::nullopt;
}

std::optional<PosixName> posix_name(const char* path) noexcept {
  if (path == nullptr || own_files > 0) return std::nullopt;
  const OwnFiles own;
  try {
    const std::string_view name(path);
    if (name.find(':') == std::string_view::npos && !may_be_remote(name)) return std::nullopt;
    return mpi_is_running() ? classify(name) : std::nullopt;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

OwnFiles::OwnFiles() noexcept { ++own_files; }
OwnFiles::~OwnFiles() { --own_files; }

}  // namespace strait::mpiio
