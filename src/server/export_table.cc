#include "server/export_table.h"

#include <algorithm>

#include "server/siphash.h"
#include "wire/limits.h"

namespace strait::server {

Result<ExportTable> ExportTable::create(std::vector<Export> exports) {
  ExportTable table;
  // In the order of names, so that two names that meet keep their numbers whatever the order of the
  // command line.
  std::ranges::sort(exports, {}, &Export::name);
  for (Export& one : exports) {
    if (one.name.empty() || one.name.size() > wire::kExportMaxBytes) {
      return error(ErrorKind::invalid_argument,
                   "the export's name '{}' must have 1 to {} characters", one.name,
                   wire::kExportMaxBytes);
    }
    if (table.by_name(one.name)) {
      return error(ErrorKind::invalid_argument, "there are two exports named '{}'", one.name);
    }
    const SipTag tag = siphash(SipKey{}, bytes_of(one.name));
    one.id = static_cast<std::uint16_t>(std::to_integer<unsigned>(tag[0]) << 8 |
                                        std::to_integer<unsigned>(tag[1]));
    while (table.exports_.contains(one.id)) ++one.id;
    const std::uint16_t id = one.id;
    table.exports_.emplace(id, std::move(one));
  }
  return table;
}

Result<const Export*> ExportTable::by_name(std::string_view name) const {
  for (const auto& [id, one] : exports_) {
    if (one.name == name) return &one;
  }
  return error(ErrorKind::unknown_export, "there is no export named '{}'", name);
}

Result<const Export*> ExportTable::by_id(std::uint16_t id) const {
  const auto found = exports_.find(id);
  if (found == exports_.end()) {
    return error(ErrorKind::stale, "the handle's export is no longer offered");
  }
  return &found->second;
}

}  // namespace strait::server
