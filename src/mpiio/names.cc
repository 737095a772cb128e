#include "mpiio/names.h"

#include "config/name_map.h"
#include "sys/environment.h"

namespace strait::mpiio {
namespace {

const Result<config::NameMap>& name_map() {
  static const auto* const map = new Result<config::NameMap>(
      config::NameMap::parse(sys::environment("STRAIT_MAP").value_or("")));
  return *map;
}

}  // namespace

bool may_be_remote(std::string_view name) {
  if (client::is_remote_spelling(name)) return true;
  const Result<config::NameMap>& map = name_map();
  return !map || !map->empty();
}

Answer<std::optional<client::RemoteName>> remote_name(std::string_view name) {
  if (!may_be_remote(name)) return std::optional<client::RemoteName>();
  std::optional<std::string> spelling;
  if (client::is_remote_spelling(name)) {
    spelling = name;
  } else {
    const Result<config::NameMap>& map = name_map();
    if (!map) return Error(map.error()).during("STRAIT_MAP");
    spelling = map->translate(name, sys::working_directory());
  }
  if (!spelling) return std::optional<client::RemoteName>();
  Result<client::RemoteName> parsed = client::parse_remote_name(*spelling);
  if (!parsed) return failure(MPI_ERR_BAD_FILE, "{}", parsed.error().what);
  return std::optional(std::move(*parsed));
}

}  // namespace strait::mpiio
