#include "config/name_map.h"

#include <algorithm>

#include "config/value.h"

namespace strait::config {
namespace {

constexpr std::string_view kScheme = "strait:";

// The absolute path without repeated slashes, "." and ".."; the root is the empty text.
std::string plain_path(std::string_view path) {
  std::string plain;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view component = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (component.empty() || component == ".") continue;
    if (component == "..") {
      plain.resize(plain.find_last_of('/') == std::string::npos ? 0 : plain.find_last_of('/'));
      continue;
    }
    plain += '/';
    plain += component;
  }
  return plain;
}

bool covers(std::string_view prefix, std::string_view path) {
  return path.starts_with(prefix) && (path.size() == prefix.size() || path[prefix.size()] == '/');
}

Error bad_mapping(std::string_view mapping, std::string_view why) {
  return error(ErrorKind::invalid_argument, "'{}': {}", mapping, why);
}

}  // namespace

Result<NameMap> NameMap::parse(std::string_view text) {
  NameMap map;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view mapping = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (mapping.empty()) continue;

    // Prefixes may contain '='; what follows the one before the scheme is the target.
    const std::size_t equals = mapping.find("=strait:");
    if (equals == std::string_view::npos)
      return bad_mapping(mapping, "expected /prefix=strait://host/export");
    const std::string_view prefix = mapping.substr(0, equals);
    std::string_view target = mapping.substr(equals + 1);
    if (!prefix.starts_with('/'))
      return bad_mapping(mapping, "the prefix is not absolute; write it as $PWD/prefix");
    while (target.ends_with('/')) target.remove_suffix(1);
    if (target.size() <= kScheme.size()) return bad_mapping(mapping, "the target names no host");

    const std::string plain = plain_path(prefix);
    if (std::ranges::find(map.mappings_, plain, &Mapping::prefix) != map.mappings_.end())
      return bad_mapping(mapping, "the prefix is mapped twice");
    map.mappings_.push_back({plain, std::string(target)});
  }
  std::ranges::sort(map.mappings_, std::ranges::greater{},
                    [](const Mapping& mapping) { return mapping.prefix.size(); });
  return map;
}

std::optional<std::string> NameMap::translate(std::string_view name,
                                              std::string_view working_directory) const {
  if (mappings_.empty() || name.empty() || name.starts_with(kScheme)) return std::nullopt;
  std::string absolute(name);
  if (!name.starts_with('/')) absolute = fmt::format("{}/{}", working_directory, name);
  const std::string path = plain_path(absolute);
  for (const Mapping& mapping : mappings_)
    if (covers(mapping.prefix, path)) return mapping.target + path.substr(mapping.prefix.size());
  return std::nullopt;
}

}  // namespace strait::config
