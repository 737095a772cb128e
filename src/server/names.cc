#include "server/names.h"

namespace strait::server {

std::string Place::describe() const {
  return fmt::format("'{}' in export '{}'", name.path, of->name);
}

Result<Place> place_of(const Core& core, const wire::Name& name) {
  if (const auto* path = std::get_if<wire::PathName>(&name)) {
    STRAIT_ASSIGN(const Export* const of, core.exports.by_name(path->export_name));
    return Place{of, {std::nullopt, path->path}};
  }
  const auto& child = std::get<wire::ChildName>(name);
  STRAIT_ASSIGN(const Core::File parent, core.file(child.parent));
  const std::string& component = child.component;
  if (component.empty() || component == "." || component == ".." ||
      component.find('/') != std::string::npos || component.find('\0') != std::string::npos) {
    return error(ErrorKind::invalid_argument, "'{}' is not the name of one entry", component);
  }
  return Place{parent.of, {parent.key.object, component}};
}

namespace {

Status may_change(const Export& of) {
  if (!of.read_only) return {};
  return error(ErrorKind::read_only, "the export '{}' is read-only", of.name);
}

}  // namespace

Result<Place> place_to_change(const Core& core, const wire::Name& name) {
  Result<Place> place = place_of(core, name);
  if (place) STRAIT_TRY(may_change(*place->of));
  return place;
}

Result<Core::File> file_to_change(const Core& core, const wire::Handle& handle) {
  Result<Core::File> file = core.file(handle);
  if (file) STRAIT_TRY(may_change(*file->of));
  return file;
}

Result<storage::ObjectId> object_in(const Core& core, const Export& of,
                                    const wire::Handle& handle) {
  STRAIT_ASSIGN(const Core::File file, core.file(handle));
  if (file.of != &of) {
    return error(ErrorKind::cross_device, "the file is in export '{}', the name in '{}'",
                 file.of->name, of.name);
  }
  return file.key.object;
}

Result<std::optional<storage::Entry>> look(const Place& place) {
  Result<storage::Entry> entry = place.driver().lookup(place.name, false);
  if (entry) return std::optional<storage::Entry>(std::move(*entry));
  if (entry.error().kind == ErrorKind::not_found) return std::optional<storage::Entry>();
  return std::move(entry).error().during(place.describe());
}

}  // namespace strait::server
