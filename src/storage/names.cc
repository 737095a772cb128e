#include "storage/names.h"

namespace strait::storage {

Status check_path(std::string_view path) {
  if (path.size() > kPathMax) {
    return error(ErrorKind::name_too_long, "a path of {} bytes; at most {}", path.size(), kPathMax);
  }
  if (path.starts_with('/')) {
    return error(ErrorKind::permission_denied, "{}: absolute names lead out of the export", path);
  }
  if (path.find('\0') != std::string_view::npos) {
    return error(ErrorKind::invalid_argument, "a name with a NUL byte in it");
  }
  for (const std::string_view component : components_of(path)) {
    if (component.size() > kNameMax) {
      return error(ErrorKind::name_too_long, "a name of {} bytes; at most {}", component.size(),
                   kNameMax);
    }
  }
  return {};
}

Status check_target(std::string_view target) {
  if (target.empty()) return error(ErrorKind::not_found, "a symbolic link to nothing");
  if (target.size() > kPathMax) {
    return error(ErrorKind::name_too_long, "a symbolic link to {} bytes; at most {}", target.size(),
                 kPathMax);
  }
  if (target.find('\0') != std::string_view::npos) {
    return error(ErrorKind::invalid_argument, "a symbolic link with a NUL byte in it");
  }
  return {};
}

std::vector<std::string_view> components_of(std::string_view path) {
  std::vector<std::string_view> components;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    if (slash != 0) components.push_back(path.substr(0, slash));
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  }
  return components;
}

SplitPath split(std::string_view path) {
  SplitPath parts;
  while (path.ends_with('/')) {
    parts.trailing_slash = true;
    path.remove_suffix(1);
  }
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) {
    parts.last = path;
    return parts;
  }
  parts.directory = path.substr(0, slash);
  parts.last = path.substr(slash + 1);
  return parts;
}

}  // namespace strait::storage
